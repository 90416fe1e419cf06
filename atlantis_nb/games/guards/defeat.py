"""Units that fall: defeated heroes, defeated and removed minions, and the coins for it.

Rules: G-DEF-07 to 12, G-ATT-03, G-ATT-06, G-MIN-09 to 11, G-LVL-05, G-R-37, G-R-47 to 49, G-R-77.
"""

from __future__ import annotations

from msgspec.structs import replace

from atlantis_nb.core.game import Log

from . import units, values
from .options import Options
from .state import NO_END, State


def earn(state: State, hero: str, coins: int) -> None:
    """Coins from the bank, which has no limit (G-R-70)."""
    mat = state.heroes[hero]
    state.heroes[hero] = replace(mat, coins=mat.coins + coins, earned=mat.earned + coins)


def reward(options: Options, level: int) -> int:
    """Coins for defeating an enemy hero of a level (G-LVL-05), or what the table pays instead (G-R-101)."""
    return options.defeat_reward * level


def defeat(state: State, hero: str, by: str, rules: tuple[str, ...], log: Log) -> None:
    """A hero is defeated by a hero ("" for nobody), in the order of G-R-47.

    The attacker is paid for an enemy only (G-R-48); the two coin amounts are independent. The loser
    takes all cards back but the red one, which goes to the turn 1 place (G-DEF-10, G-R-49).
    """
    loser = state.heroes[hero]
    enemy = bool(by) and state.heroes[by].team != loser.team
    coins = reward(state.options, loser.level) if enemy else 0
    if enemy:
        earn(state, by, coins)
        state.heroes[by] = replace(state.heroes[by], defeats=state.heroes[by].defeats + 1)
    loss = (loser.coins + 1) // 2
    fallen = units.lift(state, hero)
    state.effects = tuple(e for e in state.effects if e.owner != hero or e.until == NO_END)
    known = values.deck(state).cards
    owned = owned_cards(state, hero)
    red = tuple(c for c in owned if known[c].slot == "red")
    state.heroes[hero] = replace(
        state.heroes[hero],
        coins=state.heroes[hero].coins - loss,
        hand=tuple(c for c in owned if known[c].slot != "red"),
        table=(*(red or ("",)), "", "", ""),
        discard=(),
        chosen="",
        waiting=False,
        must_hold=False,
        back=state.round + 1,
        defeated=loser.defeated + 1,
    )
    log.say(
        "hero_defeated",
        ("G-DEF-07", "G-DEF-08", "G-DEF-09", "G-DEF-10", "G-DEF-11", "G-R-47", *rules),
        "{who} is defeated{by} and loses {loss:s coin}{reward}; all cards come back "
        "except the red one, which lies on turn 1 next round.",
        (fallen.at,),
        who=state.call(hero),
        by=f" by {state.call(by)}" if by else "",
        loss=loss,
        reward=f"; {state.call(by)} earns {coins} coin{'' if coins == 1 else 's'}"
        if enemy
        else "; nobody is paid",
        hero=hero,
        attacker=by,
        coins=coins,
    )
    if loser.waiting and state.acting != hero:
        log.say(
            "card_unresolved", ("G-DEF-12", "G-R-25"), "{card} of {who} is discarded unresolved.",
            card=values.deck(state).label(loser.shown), who=state.call(hero),
        )  # fmt: skip
    if state.options.assist_coins and enemy:
        _assists(state, fallen.at, hero, by, log)


def _assists(state: State, place: str, hero: str, by: str, log: Log) -> None:
    """Team-mates of the attacker next to the fallen hero earn 1 coin (option of G-R-48)."""
    for near in state.board.near[place]:
        mate = state.on.get(near, "")
        if mate in state.heroes and mate != by and state.heroes[mate].team == state.heroes[by].team:
            earn(state, mate, 1)
            log.say("assist", ("G-R-48",), "{who} earns 1 coin for standing by.", who=state.call(mate))


def owned_cards(state: State, hero: str) -> tuple[str, ...]:
    """The cards of a hero's hand, wherever they are: hand, face down, turn places, discard pile."""
    mat = state.heroes[hero]
    chosen = (mat.chosen,) if mat.chosen else ()
    return values.deck(state).sort([*mat.hand, *chosen, *filter(None, mat.table), *mat.discard])


def fell(state: State, unit: str, by: str, log: Log) -> None:
    """A minion is defeated by a hero, who is paid for an enemy (G-ATT-03, G-ATT-06)."""
    minion = units.lift(state, unit)
    state.fallen = (*state.fallen, (minion.team, minion.lane))
    coins = values.coins_for(minion.kind) if state.heroes[by].team != minion.team else 0
    if coins:
        earn(state, by, coins)
    log.say(
        "minion_defeated",
        (
            "G-ATT-03",
            "G-LVL-05",
            {"melee": "G-MIN-09", "ranged": "G-MIN-10", "heavy": "G-MIN-11"}[minion.kind],
        )
        if coins
        else ("G-ATT-06", "G-R-48"),
        "{by} defeats {what} on {place} and earns {coins:s coin}.",
        (minion.at,),
        by=state.call(by),
        what=f"the {minion.kind} minion",
        place=minion.at,
        coins=coins,
        unit=unit,
        team=minion.team,
    )


def remove(state: State, unit: str, rules: tuple[str, ...], log: Log) -> None:
    """A minion leaves the board without being defeated: nobody is paid (G-R-77)."""
    minion = units.lift(state, unit)
    state.fallen = (*state.fallen, (minion.team, minion.lane))
    log.say(
        "minion_removed", ("G-R-77", *rules), "A {sort} minion on {place} is removed; nobody earns coins.",
        (minion.at,), sort=minion.kind, place=minion.at, unit=unit, team=minion.team,
    )  # fmt: skip


def steal(state: State, hero: str, target: str, n: int, log: Log) -> int:
    """Take coins from a hero, at most what is there (G-R-75)."""
    there = min(n, state.heroes[target].coins)
    if there:
        mat = state.heroes[target]
        state.heroes[target] = replace(mat, coins=mat.coins - there)
        earn(state, hero, there)
    log.say(
        "coins_stolen", ("G-R-75", "G-LVL-05"), "{who} takes {n:s coin} from {target}.",
        who=state.call(hero), n=there, target=state.call(target), hero=hero, victim=target,
    )  # fmt: skip
    return there
