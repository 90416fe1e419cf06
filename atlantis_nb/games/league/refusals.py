"""Why something may not be done: the rule and one sentence, for what people try."""

from __future__ import annotations

from atlantis_nb.core.game import Action, Illegal

from .actions import (
    TITLES,
    AskAgain,
    BetOn,
    Buy,
    Drop,
    Exchange,
    Hit,
    Keep,
    NoScheme,
    Pass,
    PassUntil,
    Pay,
    Pick,
    Push,
    Slide,
    Spare,
    Start,
    Swap,
    TimeUp,
)  # fmt: skip
from .attack import Attack, in_overtime, victims
from .betting import NameStart, NameTeam, PickMech
from .board import DIAGONAL, FAR, INDEX, NEAR, slot
from .fixer import Fixer, FixerSwap
from .schemes import BuyScheme, Conveyor, TradePlaces, Trapdoor, has_target
from .slide import SlideMech
from .state import LIMIT, LeagueState
from .tasks import Choice


def refuse(state: LeagueState, task: Choice, action: Action) -> Illegal:
    """The reason why `action`, which is not legal now, may not be done."""
    match action:
        case Slide():
            return _slide(state, task, action)
        case Hit() | Spare():
            return _attack(state, task, action)
        case Buy() | Keep() | NoScheme():
            return _scheme(state, task, action)
        case Swap() | Pass() | PassUntil() | Pay():
            return _fixer(state, task, action)
        case AskAgain():
            return Illegal(
                ("L-R-50", "L-R-29"),
                "The Fixer is called after all by a player who passes in advance and has a credit, before the own "
                f"scheme or slide, while the Fixer is open. {task.ask(state)}",
            )
        case BetOn() | Pick() | TimeUp():
            return _bet(state, task, action)
        case Exchange() | Push() | Drop():
            return _effect(state, task, action)
        case Start():
            return Illegal(
                ("L-BET-03", "L-R-06"), "The Start player of round 1 is not named by a player now."
            )  # fmt: skip
    return Illegal(task.rules, f"That is left to chance. {task.ask(state)}")


def _now(state: LeagueState, task: Choice) -> Illegal:
    """It is the moment for something else."""
    ask = task.ask(state)
    if isinstance(task, NameTeam | PickMech):
        return Illegal(("L-BET-01",), f"The round starts with the bets. {ask}")
    if isinstance(task, Fixer | FixerSwap):
        return Illegal(("L-FIX-03", "L-R-29"), f"The game waits for the Fixer. {ask}")
    if isinstance(task, Attack):
        return Illegal(("L-ATT-02", "L-TURN-02"), f"The mech has slid; now it attacks. {ask}")
    return Illegal(("L-TURN-02",), f"A turn goes scheme, slide, attack. {ask}")


def _bet(state: LeagueState, task: Choice, action: BetOn | Pick | TimeUp) -> Illegal:
    if not isinstance(task, NameTeam | PickMech):
        if isinstance(task, Fixer | FixerSwap) and isinstance(action, BetOn):
            return Illegal(
                ("L-FIX-04",), "The Fixer changes Pentafecta lines only; team bets stay as written."
            )
        return Illegal(("L-BET-01",), f"Betting is over until the next round. {task.ask(state)}")
    if isinstance(action, TimeUp):
        blank = [TITLES[c] for c, t in zip(TITLES, state.bets[task.player].teams, strict=True) if not t]
        picks = state.bets[task.player].picks.count("")
        missing = blank + ([f"{picks} Pentafecta line{'s' if picks > 1 else ''}"] if picks else [])
        return Illegal(
            ("L-BET-04", "L-BET-08", "L-R-07"),
            f"A card can be locked only when it is complete; blank: {', '.join(missing)}.",
        )
    if isinstance(action, Pick):
        if isinstance(task, NameTeam):
            return Illegal(("L-BET-04",), f"First the three team bets. {task.ask(state)}")
        if action.mech in state.bets[task.player].picks:
            return Illegal(
                ("L-R-10", "L-BET-08"), f"{action.mech} is on the card already; the five must be different."
            )  # fmt: skip
        return Illegal(("L-BET-08",), f"There is no mech {action.mech!r}.")
    if isinstance(task, PickMech):
        return Illegal(("L-BET-04",), f"The team bets are written. {task.ask(state)}")
    if action.team not in state.roster.team:
        return Illegal(("L-BET-04", "L-SET-02"), f"There is no team {action.team!r}.")
    if action.team in state.bets[task.player].teams:
        return Illegal(("L-R-09",), "In this game the three categories must name three different teams.")
    return Illegal(("L-BET-04",), f"The categories are filled in one after the other. {task.ask(state)}")


def _scheme(state: LeagueState, task: Choice, action: Buy | Keep | NoScheme) -> Illegal:
    if isinstance(action, Keep):
        return Illegal(
            ("L-SCH-04", "L-SCH-05"), "A scheme is played straight away; it cannot be kept for a later turn."
        )
    if isinstance(task, NameTeam | PickMech | NameStart | Fixer | FixerSwap):
        return _now(state, task)
    if isinstance(action, NoScheme):
        return Illegal(("L-TURN-02", "L-R-23"), f"Step 1 is over. {task.ask(state)}")
    if state.bought:
        return Illegal(("L-SCH-02",), "Only one scheme may be bought in a turn.")
    if isinstance(task, Attack) or state.moved:
        return Illegal(("L-R-23", "L-TURN-02"), "A scheme can be bought only before the slide.")
    if not state.credits[task.player]:
        return Illegal(("L-SCH-01",), "A scheme costs one credit, and you have none.")
    if action.scheme not in state.display:
        known = state.roster.scheme.get(action.scheme)
        return Illegal(
            ("L-SCH-01",),
            f"{known.name if known else f'Scheme {action.scheme!r}'} is not on display; only the two that are can "
            "be bought.",
        )
    if isinstance(task, BuyScheme) and not has_target(state, state.roster.effect[action.scheme]):
        return Illegal(("L-R-20",), "In this game a scheme that could do nothing cannot be bought.")
    return Illegal(("L-R-23", "L-TURN-02"), f"Step 1 is over. {task.ask(state)}")


def _effect(state: LeagueState, task: Choice, action: Exchange | Push | Drop) -> Illegal:
    if isinstance(action, Exchange):
        if not isinstance(task, TradePlaces):
            return Illegal(
                ("L-SCH-24", "L-SLD-01"), "Only the scheme Trade Places lets two mechs change slots."
            )
        return Illegal(("L-SCH-24", "L-SCH-07"), "The two mechs must stand in adjacent slots.")
    if isinstance(action, Push):
        if not isinstance(task, Conveyor):
            return Illegal(("L-SCH-25", "L-SLD-01"), "Only the scheme Conveyor moves a whole line.")
        return Illegal(
            ("L-R-42", "L-SCH-25"), "This push would move no mech; choose another line or direction."
        )
    if not isinstance(task, Trapdoor):
        return Illegal(("L-SCH-29",), "Only the scheme Trapdoor drops a mech.")
    if action.mech not in state.arena:
        return Illegal(("L-SCH-29",), f"{action.mech} is not in the arena.")
    return Illegal(("L-SCH-29",), f"{action.mech} has fewer than two empty slots adjacent to it.")


def _slide(state: LeagueState, task: Choice, action: Slide) -> Illegal:
    if not isinstance(task, SlideMech):
        if isinstance(task, BuyScheme):
            return Illegal(("L-TURN-02",), f"Step 1 comes before the slide. {task.ask(state)}")
        return _now(state, task)
    mech, start, to = action.mech, slot(action.start), slot(action.to)
    if to < 0:
        return Illegal(("L-SLD-02",), f"{action.to} is not a slot: a mech cannot leave the arena.")
    if start < 0 or state.arena[start] != mech or not mech:
        at = state.slot_of(mech)
        where = f"it stands in {at}" if at else "it is not in the arena"
        return Illegal(("L-SLD-01",), f"{mech} is not in {action.start}: {where}.")
    if start == to:
        return Illegal(("L-R-11", "L-SLD-01"), "The slide is compulsory: a mech must move.")
    if to in DIAGONAL[start]:
        return Illegal(("L-SLD-04", "L-SCH-21"), f"{action.start} to {action.to} is diagonal: not a slide.")
    if to not in NEAR[start]:
        if to in FAR[start]:
            over = state.arena[(start + to) // 2]
            if over:
                return Illegal(("L-SLD-03", "L-SCH-22"), f"{mech} cannot move through {over}.")
        return Illegal(("L-SLD-01",), f"A slide is one step; {action.to} is not next to {action.start}.")
    if state.arena[to]:
        return Illegal(("L-SLD-01", "L-SLD-03"), f"{action.to} is not empty: {state.arena[to]} stands there.")
    if in_overtime(state):
        return Illegal(
            ("L-R-27",), "In overtime a player who can slide into a KO must do so; this slide makes none."
        )  # fmt: skip
    return Illegal(("L-R-12",), f"{mech} left {action.to} in the turn before and may not go straight back.")


def _attack(state: LeagueState, task: Choice, action: Hit | Spare) -> Illegal:
    if not isinstance(task, Attack):
        if isinstance(task, SlideMech) and isinstance(action, Spare):
            return Illegal(
                ("L-R-13", "L-ATT-02"),
                "The attack is compulsory if a rival is adjacent after the slide; choose another slide.",
            )
        if isinstance(task, SlideMech):
            return Illegal(("L-TURN-02", "L-ATT-02"), "First a mech slides; then that mech attacks.")
        return _now(state, task)
    found = victims(state, task.mech, state.arena.index(task.mech))
    if isinstance(action, Spare):
        if state.effect == "spare_for_credit":
            return Illegal(("L-SCH-28",), "Take the token of a spared rival if one carries a token.")
        why = "in overtime a KO must be made" if in_overtime(state) else "choose the victim"
        return Illegal(("L-R-13", "L-ATT-02"), f"The attack is compulsory: {why}.")
    data = state.roster
    if action.mech == task.first:
        return Illegal(("L-R-41",), f"{action.mech} is named already.")
    if action.mech not in state.arena:
        return Illegal(("L-ATT-02",), f"{action.mech} is not in the arena.")
    if action.mech not in data.prey[task.mech] and action.mech not in found:
        teams = " and ".join(data.mech[task.mech].rivals)
        return Illegal(
            ("L-ATT-01", "L-ATT-02"), f"{action.mech} is not a rival of {task.mech}, whose rivals are {teams}."
        )  # fmt: skip
    return Illegal(("L-ATT-02", "L-SCH-07"), f"{action.mech} is not next to {task.mech}.")


def _fixer(state: LeagueState, task: Choice, action: Swap | Pass | PassUntil | Pay) -> Illegal:
    if isinstance(task, NameTeam | PickMech | NameStart):
        return Illegal(("L-FIX-01", "L-BET-01"), "The Fixer works during turns; the bets are not locked yet.")
    if state.first_out:
        name = state.roster.team[state.first_out].name
        return Illegal(
            ("L-FIX-01", "L-R-30"), f"The {name} are out, so the Fixer is closed until the next round."
        )  # fmt: skip
    if state.left <= LIMIT:
        return Illegal(
            ("L-R-30", "L-END-01"), "Five mechs or fewer are left, so the Fixer is closed for this round."
        )  # fmt: skip
    if not isinstance(task, Fixer | FixerSwap):
        if not state.credits[task.player]:
            return Illegal(("L-FIX-02",), "Each swap costs one credit, and you have none.")
        return Illegal(
            ("L-R-29", "L-FIX-01"),
            f"The Fixer is asked at the start of a turn and before a KO. {task.ask(state)}",
        )
    if not isinstance(action, Swap):
        if isinstance(task, FixerSwap):
            return Illegal(("L-FIX-02",), f"The credit is paid. {task.ask(state)}")
        return Illegal(("L-R-31",), "All mechs that could come in are on your card or about to go.")
    mine, into, out = state.bets[task.player].picks, action.into, action.out
    if out not in mine:
        first = (
            " First click the pick that goes: on the board, or its card among your picks." if not into else ""
        )
        return Illegal(("L-FIX-02", "L-R-31"), f"{out or 'A blank line'} is not on your Pentafecta.{first}")
    if into in mine:
        return Illegal(("L-R-10", "L-FIX-02"), f"{into} is on your Pentafecta already; the five must differ.")
    if into in state.named:
        return Illegal(("L-R-31",), f"{into} is named for the KO that comes now.")
    if into not in state.arena:
        return Illegal(("L-R-31",), f"{into} is not in the arena.")
    return Illegal(("L-FIX-02",), "First pay the Fixer one credit; then choose the swap.")


# ---------------------------------------------------------------- clicks


def meant(state: LeagueState, task: Choice, clicks: tuple[str, ...]) -> Action | None:
    """The illegal action that a person most likely wanted with these clicks."""
    names = [click.partition(":")[2] for click in clicks]
    kinds = [click.partition(":")[0] for click in clicks]
    if not names:
        return None
    first, last = names[0], names[-1]
    if kinds == ["card"]:
        if first in state.roster.scheme:
            return Keep(first) if first == state.in_play else Buy(first)
        return None
    if kinds[0] == "card" and kinds[-1] == "piece":
        return Swap("" if first == "blank" else first, last)
    if kinds[0] != "piece" or first not in state.roster.mech:
        return None
    if isinstance(task, PickMech | NameTeam):
        return Pick(first)
    if isinstance(task, FixerSwap):
        return Swap(first, "")
    if isinstance(task, Attack):
        return Hit(first)
    if isinstance(task, Trapdoor):
        return Drop(first)
    if isinstance(task, TradePlaces) and len(names) == 2 and kinds[1] == "piece":
        legal = Exchange(last, first)
        return None if legal in task.legal(state) else Exchange(first, last)
    start = state.slot_of(first)
    if start is None:
        return None
    if len(names) == 1:
        # A mech that cannot move: say why for the slot beside it.
        near = [name for name, i in INDEX.items() if i in NEAR[INDEX[start]]]
        return Slide(first, start, near[0])
    to = state.slot_of(last) if kinds[-1] == "piece" else last
    return Slide(first, start, to or last)
