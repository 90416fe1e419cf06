"""Exact answers about attacks and initiative, charts over a match, and explorers.

There are no dice: what is uncertain is which card lies face down. Everything here is exact over the
cards that are still possible for the viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import replace

from atlantis_nb.core.charts import Answer, Chart, Control, Dot, Explorer, Heat, Link, Net, Series
from atlantis_nb.core.game import QUIET, Auto, plural
from atlantis_nb.core.scene import Row, Table

from . import attack, defeat, round_end, turn, values
from .board import RULEBOOK, TEAM_NAMES, TITANS
from .deck import COLOURS, Deck, load_deck
from .effects import base
from .effects.flow import Choose
from .openings import openings, picks_targets
from .options import Options
from .state import HIDDEN, Frame, State

# ------------------------------------------------------------------ one attack


class Verdict(Struct, frozen=True):
    """What one card of a defender does against an attack: its parts, their sum, whether it holds."""

    card: str
    label: str
    parts: tuple[tuple[str, int], ...]
    total: int
    blocked: bool
    holds: bool


class Report(Struct, frozen=True):
    """An attack looked at from outside: the attack value as named parts, each possible answer.

    `chance` is the exact share of the hands still possible in which some card holds; 1 or 0 once
    the hand is known.
    """

    attacker: str
    target: str
    parts: tuple[tuple[str, int], ...]
    value: int
    answers: tuple[Verdict, ...]
    chance: float
    hands: int
    kind: str = "melee"


def attack_parts(state: State, hero: str, card: str, bonus: int = 0) -> list[values.Part]:
    """The attack value of a card against a hero as a sum of named parts (G-R-42)."""
    found = values.parts(state, hero, values.deck(state).cards[card], "attack", "hero")
    return [*found, ("text of the card", bonus)] if bonus else found


def defence_parts(state: State, hero: str, card: str) -> list[values.Part]:
    """The Defense total of a card as a sum of named parts, each minion by itself (G-R-43)."""
    return [
        *values.parts(state, hero, values.deck(state).cards[card], "defense"),
        *values.minion_parts(state, hero),
    ]


def would_hold(
    state: State, attacker: str, card: str, kind: str, target: str, defence: str, bonus: int = 0
) -> Verdict:
    """Play one answer out on a copy, its text with it, and see whether it holds.

    `kind` is melee, ranged or area: some texts answer one kind alone. Choices inside the text (which
    mine to swap with) are taken as they come first.
    """
    new = state.copy()
    new.agenda.clear()
    new.frames.clear()
    new.attacks.clear()
    frame = Frame(attacker, card, "plain", quiet=True)
    new.frames.append(frame)
    attack.declare(new, frame, kind, (target,), bonus, QUIET)
    mat = new.heroes[target]
    if defence not in mat.hand:
        new.heroes[target] = _with_hand(new, target, (*mat.hand, defence))
    new.agenda.clear()
    attack.answer(new, target, QUIET)
    return _answered(new, target, defence)


def _answered(new: State, target: str, defence: str) -> Verdict:
    """The verdict of one card against the attack under way; uses up the state it is given."""
    at = len(new.attacks)
    parts = defence_parts(new, target, defence)
    fixed = dict(new.attacks[-1].modifiers)[target]
    if fixed != sum(n for name, n in parts if " minion on " in name):  # they moved since (G-R-80)
        parts = [p for p in parts if " minion on " not in p[0]] + [("minions when declared", fixed)]
    new.agenda.clear()
    attack.defend(new, target, defence, QUIET)
    while new.agenda and not new.attacks[at - 1].judged:
        task = new.agenda[-1]
        if isinstance(task, Auto):
            new.agenda.pop().run(new, QUIET)
        else:
            new.agenda.pop().apply(new, task.legal(new)[0], QUIET)
    now = new.attacks[at - 1]
    if now.ignore_minions:
        parts = [p for p in parts if " minion on " not in p[0] and p[0] != "minions when declared"]
    if now.extra:
        parts.append(("text of the card", now.extra))
    total = sum(n for _, n in parts)
    return Verdict(defence, values.deck(new).label(defence), tuple(parts), total, now.blocked, now.held)


def _with_hand(state: State, hero: str, hand: tuple[str, ...]) -> Any:
    return replace(state.heroes[hero], hand=values.deck(state).sort(hand))


def report(
    state: State, attacker: str, card: str, target: str, kind: str = "melee", bonus: int = 0
) -> Report:
    """Which cards of a defender could stop an attack, and how likely one of them is in his hand.

    `state` is what the viewer may know. A face-down card that he does not know is each of the
    unspent cards with the same weight.
    """
    known = values.deck(state).cards
    parts = attack_parts(state, attacker, card, bonus)
    mat = state.heroes[target]
    possible = [c for c in mat.hand if known[c].defense is not None]
    answers = tuple(would_hold(state, attacker, card, kind, target, c, bonus) for c in possible)
    good = [a.card for a in answers if a.holds]
    hands = 1
    chance = 1.0 if good else 0.0
    if mat.chosen == HIDDEN:
        down = turn.playable(state, target)
        hands = len(down)
        chance = sum(1 for c in down if any(g != c for g in good)) / hands
    return Report(attacker, target, tuple(parts), sum(n for _, n in parts), answers, chance, hands, kind)


def under_way(state: State) -> Report | None:
    """The attack that a hero has to answer now, as it was declared: its kind, value and modifiers (G-R-80).

    None when nobody is asked: before the declaration, and once a card is given or the attack judged.
    """
    if not state.attacks or not isinstance(state.agenda[-1] if state.agenda else None, attack.Defence):
        return None
    now = state.attacks[-1]
    target, value = now.target, dict(now.values)[now.target]
    parts = attack_parts(state, now.by, now.card)
    change = value - sum(n for _, n in parts)
    if change:
        parts.append(("text of the card", change))
    answers = tuple(_answered(state.copy(), target, c) for c in attack.defences(state, target))
    chance = float(any(a.holds for a in answers))
    return Report(now.by, target, tuple(parts), value, answers, chance, 1, now.kind)


def report_table(state: State, found: Report) -> Table:
    """A report as a table: a line for each card the defender may still hold, what is alike in the note."""
    cards = values.deck(state).cards
    rows = []
    for a in sorted(found.answers, key=lambda a: (not a.holds, -a.total, a.card)):
        near = [n for name, n in a.parts if " minion on " in name]
        terms = [str(a.parts[0][1])]
        terms += [
            f"{n:+d} {'item' if name.startswith('item') else 'text' if name.startswith('text') else name}"
            for name, n in a.parts[1:]
            if " minion on " not in name
        ]
        if near:
            terms.append(f"{sum(near):+d} minions")
        words = " ".join(terms) + (f" = {a.total}" if len(terms) > 1 else "")
        verdict = "blocks" if a.blocked else "holds" if a.holds else "too low"
        rows.append(Row((cards[a.card].name, words, verdict), now=a.holds))
    note = [f"Attack: {' '.join(_terms(found.parts))}{f' = {found.value}' if len(found.parts) > 1 else ''}."]
    minions = [f"{n:+d} {name}" for name, n in values.minion_parts(state, found.target)]
    if minions:
        note.append(f"Minions near: {', '.join(minions)}.")
    if found.hands > 1:
        note.append(f"A card that holds is in hand in {found.chance:.0%} of {found.hands} possible hands.")
    elif not any(a.holds for a in found.answers):
        note.append("No card in hand holds.")
    title = f"{state.call(found.target)} against {found.kind} {found.value} by {state.call(found.attacker)}"
    columns = ("Card", "Defense", "Result")
    return Table(f"attack_{found.target}", title, columns, tuple(rows), " ".join(note))


def _terms(parts: Sequence[tuple[str, int]]) -> list[str]:
    """Summands as "4 Spellsword Cut, +1 item War Talons"."""
    (name, n), *rest = parts
    first = f"{n} {name.partition(', printed')[0]}"
    return [first, *(f"{m:+d} {more}" for more, m in rest)]


def attacks_now(state: State) -> list[Report]:
    """The attacks on enemy heroes that the text of the card on the table could begin with now.

    One for each hero and kind: a text may offer a melee and a ranged attack on the same hero.
    """
    hero = state.acting
    if not hero or hero not in state.units:
        return []
    card = values.deck(state).cards[state.heroes[hero].shown]
    if card.attack is None:
        return []
    part = "" if card.card_type == "attack" else "plain"
    return [
        report(state, hero, card.id, o.unit, o.kind, o.bonus)
        for o in openings(state, hero, card.id, part)
        if o.unit in state.heroes and state.heroes[o.unit].team != state.heroes[hero].team
    ]


def attack_tables(state: State) -> list[Table]:
    """The attack that is answered now; else, for who chooses an attack, the heroes in reach."""
    now = under_way(state)
    if now is not None:
        return [report_table(state, now)]
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, turn.UseCard | base.Choice):
        return []
    if isinstance(task, base.Choice):
        frame, step = base.top(state)
        if frame.stage or not (isinstance(step, Choose) or picks_targets(step, state, frame)):
            return []
    found = attacks_now(state)
    return [reach_table(state, found)] if found else []


def reach_table(state: State, found: Sequence[Report]) -> Table:
    """Attacks that could be made: whose cards could hold, a line for each target."""
    rows = []
    for r in found:
        good, many = sum(a.holds for a in r.answers), len(r.answers)
        words = f"{good} of {plural(many, 'card')}" if many else "no card"
        if r.hands > 1:
            words += f", {r.chance:.0%}"
        rows.append(Row((state.call(r.target), f"{r.kind} {r.value}", words), state.heroes[r.target].seat))
    note = "How many of the cards not yet spent would hold, text and minions included."
    if any(r.hands > 1 for r in found):
        note += " Percent: the share of the possible hands with such a card."
    who = state.call(found[0].attacker)
    return Table("attacks", f"Heroes in reach of {who}", ("Hero", "Attack", "Would hold"), tuple(rows), note)


# ------------------------------------------------------------------ closed forms


def tie_order(titans: int, atlanteans: int) -> tuple[str, int, int]:
    """The order of tied cards when the Titans hold the token, the flips, and who holds it then (G-R-23).

    `x` cards of the token's team and `y` of the other: 2y flips if x > y, else 2x - 1.
    """
    left, token, order = [titans, atlanteans], TITANS, []
    done = [0, 0]
    flips = 0
    while sum(left):
        tie = bool(left[0] and left[1])
        team = token if tie else (0 if left[0] else 1)
        left[team] -= 1
        done[team] += 1
        order.append(f"{'TA'[team]}{done[team]}")
        if tie:
            token, flips = 1 - token, flips + 1
    return " ".join(order), flips, token


def flips(own: int, others: int) -> int:
    """The flips of a tie, in closed form (G-R-23)."""
    if not own or not others:
        return 0
    return 2 * others if own > others else 2 * own - 1


def level_row(options: Options, level: int) -> tuple[int, int, int]:
    """Cost of a level, coins in all from level 1, reward for defeating a hero of that level."""
    cost = round_end.level_cost(options, level) if level > 1 else 0
    in_all = sum(round_end.level_cost(options, n) for n in range(2, level + 1))
    return cost, in_all, defeat.reward(options, level)


def lane_worth(lanes: str) -> int:
    """Coins for all minions of one team in a lane."""
    row = next(r for r in RULEBOOK.tables["setup_minions"].dicts() if r["board"] == lanes)
    return sum(
        values.coins_for(kind) * row[f"{kind}_per_team_per_lane"] for kind in ("heavy", "ranged", "melee")
    )


def hand_block(holding: int, cards: int, kept: int) -> float:
    """The chance that `kept` cards, drawn evenly out of `cards`, hold one of `holding` good ones."""
    if kept > cards:
        raise ValueError(f"A hand of {kept} cards cannot come from {cards}.")
    return 1 - comb(cards - holding, kept) / comb(cards, kept)


@cache
def block_share(
    deck_name: str, tier: int, attack_value: int, minions: int
) -> tuple[tuple[str, float, int], ...]:
    """By hero: the share of his four cards (gold and a card of each colour) that meet an attack.

    Numbers only, texts aside. At tiers II and III both branches count with half a card each.
    """
    deck = load_deck(deck_name)
    found = []
    for hero in deck.heroes:
        weights = _hand_weights(deck, hero, tier)
        good = sum(w for card, w in weights if (deck.cards[card].defense or 0) + minions >= attack_value)
        best = max(deck.cards[card].defense or 0 for card, _ in weights)
        found.append((deck.heroes[hero].name, good / 4, best))
    return tuple(found)


def _hand_weights(deck: Deck, hero: str, tier: int) -> list[tuple[str, float]]:
    weights = [(c, 1.0) for c in deck.of[hero, "gold", 0]]
    for colour in COLOURS:
        for t in range(tier, 0, -1):
            cards = deck.of.get((hero, colour, t), ())
            if cards:
                weights += [(c, 1.0 / len(cards)) for c in cards]
                break
    return weights


# ------------------------------------------------------------------ charts over a match

CHARTS = {
    "coins": "Coins by hero",
    "levels": "Levels by hero",
    "minions": "Minion balance by lane",
    "pushes": "Lane markers",
    "defeats": "Heroes defeated",
    "lanes": "The lanes as a net of zones",
}


def chart(key: str, states: Sequence[State]) -> Chart:
    """One chart over a line of play; the x axis counts its nodes."""
    if key not in CHARTS:
        raise KeyError(key)
    last = states[-1]
    if key == "lanes":
        return lanes_net(last)
    xs = tuple(float(i) for i in range(len(states)))
    rounds: list[tuple[float, str]] = []
    for i, s in enumerate(states):
        if s.round and (not rounds or rounds[-1][1] != f"R{s.round}"):
            rounds.append((float(i), f"R{s.round}"))
    series: list[Series] = []
    if key in ("coins", "levels", "defeats"):
        field = {"coins": "coins", "levels": "level", "defeats": "defeats"}[key]
        for hero in last.roster:
            ys = tuple(float(getattr(s.heroes[hero], field)) if hero in s.heroes else 0.0 for s in states)
            series.append(Series(last.call(hero), xs, ys, last.heroes[hero].seat, "step"))
        caption = "; ".join(f"{last.call(h)} {getattr(last.heroes[h], field)}" for h in last.roster)
        caption = f"At the end: {caption}." if caption else "No heroes yet."
        y_title = {"coins": "coins", "levels": "level", "defeats": "heroes defeated"}[key]
    elif key == "minions":
        for lane in sorted(last.markers):
            balance = tuple(float(s.count(0, lane) - s.count(1, lane)) for s in states)
            series.append(Series(f"{lane} lane", xs, balance, style="step"))
        caption = "Titan minions less Atlantean minions; 0 is even, " + ", ".join(
            f"{lane} ends at {last.count(0, lane) - last.count(1, lane):+d}" for lane in sorted(last.markers)
        )
        caption, y_title = caption + ".", "Titans ahead by"
    else:
        for lane in sorted(last.markers):
            series.append(
                Series(f"{lane} lane", xs, tuple(float(s.markers[lane]) for s in states), style="step")
            )
        caption = (
            f"0 is the Titan throne zone, 4 the Atlantean one. Pushes: Titans {last.pushes[0]}, "
            f"Atlanteans {last.pushes[1]}."
        )
        y_title = "marker"
    return Chart(
        key, CHARTS[key], "step of the game", y_title, tuple(series), caption=caption, source="exact", steps=True,
        phases=tuple(rounds), names=last.names,
    )  # fmt: skip


def lanes_net(state: State) -> Chart:
    """The zones as a net, each lane a row; the fighting zones stand out (G-PUSH-01, G-R-04)."""
    board = state.board
    dots: list[Dot] = []
    links: list[Link] = []
    for i, lane in enumerate(board.lanes):
        for n, zone in enumerate(lane.zones):
            if any(d.id == zone for d in dots):
                continue
            now = state.markers[lane.id] == n
            y = 0.5 * (len(board.lanes) - 1) if zone in board.home else float(i)
            text = board.zone_title[zone]
            if now:
                text += f": Titans {state.count(0, lane.id)}, Atlanteans {state.count(1, lane.id)}"
            dots.append(Dot(zone, float(n), y, text, kind="now" if now else "zone", size=1.6 if now else 1.0))
    for zone, others in board.touching.items():
        links += [Link(zone, o) for o in others if zone < o]
    fights = ", ".join(
        f"{lane} in {board.zone_title[board.fight(lane, m)]}" for lane, m in sorted(state.markers.items())
    )
    return Chart(
        "lanes", CHARTS["lanes"], net=Net(tuple(dots), tuple(links)), caption=f"Minions fight: {fights}.",
        source="exact", names=state.names,
    )  # fmt: skip


# ------------------------------------------------------------------ explorers


def _explore_attack(
    attack: int, attack_items: int, defense: int, defense_items: int, friends: int, foes: int, ranged: int
) -> Answer:
    value = attack + attack_items
    parts = [
        ("printed defense", defense), ("items", defense_items), ("own minions beside", friends),
        ("enemy melee and heavy beside", -foes), ("enemy ranged within 2", -ranged),
    ]  # fmt: skip
    total = sum(n for _, n in parts)
    rows = [Row((name, n)) for name, n in parts if n] or [Row(("printed defense", 0))]
    rows.append(Row(("sum", total), now=True))
    table = Table(
        "sum", "Defense as a sum", ("Part", "Value"), tuple(rows), f"Attack {attack} + {attack_items} items."
    )
    holds = total >= value
    words = (
        f"Attack {value} against defense {total}: the hero {'survives' if holds else 'is defeated'}"
        f"{', a tie is good enough' if total == value else ''}. "
        f"The least printed defense that holds is {value - (total - defense)}."
    )
    xs = tuple(range(13))
    need = tuple(float(x + attack_items - (total - defense)) for x in xs)
    series = Series("printed defense needed", tuple(float(x) for x in xs), need, style="line")
    chart = Chart(
        "need",
        "Printed defense needed",
        "printed attack",
        "printed defense",
        (series,),
        caption=words,
        source="exact",
    )
    return Answer(words, (table,), (chart,))


def _explore_block(attack: int, tier: int, minions: int, kept: int) -> Answer:
    found = block_share("teaching", tier, attack, minions)
    rows = tuple(
        Row((name, f"{share:.0%}", f"{hand_block(round(4 * share), 4, kept):.0%}", best))
        for name, share, best in found
    )
    table = Table(
        "block", f"Who can stop an attack of {attack}?",
        ("Hero", "Cards that hold", f"A hand of {kept} holds one", "Best printed defense"), rows,
        "Printed numbers of the teaching deck; texts such as a block are left aside.",
    )  # fmt: skip
    values_ = tuple(range(1, 11))
    z = tuple(
        tuple(block_share("teaching", tier, v, minions)[i][1] for v in values_) for i in range(len(found))
    )
    heat = Heat(tuple(map(str, values_)), tuple(name for name, _, _ in found), z)
    best = max(found, key=lambda f: f[1])
    words = (
        f"Against {attack}, {best[0]} has the most cards that hold ({best[1]:.0%}); "
        f"{sum(1 for f in found if not f[1])} of {len(found)} heroes have none."
    )
    chart = Chart(
        "shares", "Share of cards that hold, by attack value", "attack value", "hero", heat=heat, caption=words,
        source="exact", percent=True,
    )  # fmt: skip
    return Answer(words, (table,), (chart,))


def _explore_ties(titans: int, atlanteans: int) -> Answer:
    order, n, token = tie_order(titans, atlanteans)
    rows = tuple(
        Row((f"{t} Titans, {a} Atlanteans", *tie_order(t, a)[:2], TEAM_NAMES[tie_order(t, a)[2]]))
        for t in range(1, 5)
        for a in range(1, 5)
    )
    words = f"Order {order}; the token flips {n} times and the {TEAM_NAMES[token]} hold it then."
    table = Table(
        "ties", "Ties when the Titans hold the token", ("Tied", "Order", "Flips", "Token after"), rows
    )
    return Answer(words, (table,))


def _explore_levels(coins: int, level: int, costs: str, reward: int) -> Answer:
    options = convert({"level_costs": costs, "defeat_reward": reward}, Options)
    now, left = level, coins
    while now < 8 and left >= round_end.level_cost(options, now + 1):
        now += 1
        left -= round_end.level_cost(options, now)
    steps = {n: level_row(options, n) for n in range(1, 9)}
    rows = tuple(Row((n, *row), now=n == now) for n, row in steps.items())
    words = f"{coins} coins lead from level {level} to level {now}; {left} coins are left."
    xs = tuple(float(n) for n in range(1, 9))
    chart = Chart(
        "levels", "Coins for a level", "level", "coins",
        (
            Series("in all from level 1", xs, tuple(float(row[1]) for row in steps.values())),
            Series("reward for defeating the hero", xs, tuple(float(row[2]) for row in steps.values())),
        ),
        caption=words, source="exact",
    )  # fmt: skip
    table = Table("levels", "Levels", ("Level", "Cost", "In all", "Reward for defeating"), rows)
    return Answer(words, (table,), (chart,))


def _explore_combat(titans: int, atlanteans: int, rule: str) -> Answer:
    rows, t, a, n = [], titans, atlanteans, 0
    while t and a and t != a and n < 30:
        n += 1
        loss = 1 if rule == "one" else abs(t - a)
        if t < a:
            t = max(0, t - loss)
        else:
            a = max(0, a - loss)
        rows.append(Row((n, t, a)))
    if titans == atlanteans:
        words = "Even numbers: nothing happens."
    else:
        words = f"Left alone, the {TEAM_NAMES[0 if t else 1]} push the lane at the end of round {n}."
    table = Table("combat", "Minion combat, round by round", ("Round", "Titans", "Atlanteans"), tuple(rows))
    return Answer(words, (table,))


EXPLORERS = (
    Explorer(
        "attack", "Attack and defense", "Does this card hold?",
        (
            Control("attack", "Printed attack", 5, low=0, high=12),
            Control("attack_items", "Attack items and effects", 0, low=-6, high=6),
            Control("defense", "Printed defense", 5, low=0, high=12),
            Control("defense_items", "Defense items and effects", 0, low=-6, high=6),
            Control("friends", "Own melee or heavy minions beside", 1, low=0, high=6),
            Control("foes", "Enemy melee or heavy minions beside", 0, low=0, high=6),
            Control("ranged", "Enemy ranged minions within 2", 0, low=0, high=2),
        ),
        _explore_attack,
    ),
    Explorer(
        "block", "Who can block?", "How many cards of each hero stop an attack?",
        (
            Control("attack", "Attack value", 6, low=1, high=12),
            Control("tier", "Tier of the coloured cards", 1, low=1, high=3),
            Control("minions", "Minion modifier", 0, low=-4, high=4),
            Control("kept", "Cards kept (no Hold)", 2, low=0, high=4),
        ),
        _explore_block,
    ),
    Explorer(
        "ties", "Ties in initiative", "In which order do tied cards act?",
        (
            Control("titans", "Titan cards tied", 2, low=1, high=5),
            Control("atlanteans", "Atlantean cards tied", 2, low=1, high=5),
        ),
        _explore_ties,
    ),
    Explorer(
        "levels", "Coins and levels", "How far do coins lead?",
        (
            Control("coins", "Coins", 12, low=0, high=40),
            Control("level", "Level now", 1, low=1, high=8),
            Control("costs", "Price of a level", "level", values=("level", "flat", "double"), help="G-R-102"),
            Control("reward", "Reward per level", 2, low=0, high=8, help="G-R-101"),
        ),
        _explore_levels,
    ),
    Explorer(
        "combat", "Minion combat", "When does the lane fall if nobody cares?",
        (
            Control("titans", "Titan minions", 6, low=1, high=6),
            Control("atlanteans", "Atlantean minions", 5, low=1, high=6),
            Control("rule", "Minions lost", "one", values=("one", "difference"), help="G-R-55"),
        ),
        _explore_combat,
    ),
)  # fmt: skip
