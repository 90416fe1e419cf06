"""Exact odds of attacks: both totals' distributions, the chance to destroy, one more attacker, explorers.

Dice sums are counted, not simulated (dice.ways). The tables odds, odds_catapult_attack and
odds_catapult_defence of the rulebook follow from these functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product

from msgspec import Struct

from atlantis_nb.core.charts import Answer, Chart, Control, Explorer, Heat, Series
from atlantis_nb.core.game import Seat
from atlantis_nb.core.scene import Row, Table

from .attack import attackers_of
from .casting import AIMS, STRIKING, PickTarget, can_cast, castable, pending, ready_casters, sided
from .data import KIND_OF, NAMES, SPELLS
from .dice import Dice, spread
from .power import Forces, Part, forces
from .state import Battle, FoesState, unit_name

FACES = 6


@lru_cache(maxsize=1 << 14)
def chance(attack: int, defence: int, how: Dice = "sum") -> Fraction:
    """Chance that `attack` dice total more than `defence` dice (F-ATT-08); a tie does not destroy.

    `how` the dice count is the option `dice` (F-R-103).
    """
    a, d = spread(max(0, attack), how), spread(max(0, defence), how)
    least = d[0][0]
    # below[k]: in how many ways the defence total is less than least + k
    below = [0, *accumulate(w for _, w in d)]
    good = sum(w * below[min(total - least, len(below) - 1)] for total, w in a if total > least)
    return Fraction(good, sum(w for _, w in a) * below[-1])


def distribution(n: int, how: Dice = "sum") -> dict[int, Fraction]:
    """Total of n dice -> its chance."""
    rolls = spread(max(0, n), how)
    whole = sum(w for _, w in rolls)
    return {total: Fraction(w, whole) for total, w in rolls}


def catapult_attack(defence: int) -> Fraction:
    """The Great Catapult alone against `defence` dice: X is one die minus 1 (F-R-49)."""
    return sum((chance(x, defence) for x in range(FACES)), Fraction(0)) / FACES


def catapult_defence(attack: int, bonus: int) -> Fraction:
    """`attack` dice against the Great Catapult, which rolls X plus a terrain bonus."""
    return sum((chance(attack, x + bonus) for x in range(FACES)), Fraction(0)) / FACES


# ------------------------------------------------------------------ an attack on the board


class Forecast(Struct, frozen=True):
    """What an attack is worth before it is rolled.

    `forces` are the sums of named parts (X of a Catapult counted as 0); `attack` and `defence` the
    chances of numbers of dice, more than one only where X is still to be rolled.
    """

    forces: Forces
    attack: tuple[tuple[int, Fraction], ...]
    defence: tuple[tuple[int, Fraction], ...]
    chance: Fraction
    how: Dice = "sum"

    def totals(self, which: str) -> dict[int, Fraction]:
        """Distribution of the attack or the defence total."""
        out: dict[int, Fraction] = {}
        for dice, p in self.attack if which == "attack" else self.defence:
            for total, q in distribution(dice, self.how).items():
                out[total] = out.get(total, Fraction(0)) + p * q
        return dict(sorted(out.items()))


def forecast(
    state: FoesState,
    attackers: Sequence[str],
    target: str,
    death: str = "",
    spell: str = "",
    origin: str = "",
) -> Forecast:
    """The exact odds of an attack by these units (or by a spell cast from `origin`), nobody answering."""
    side = 1 - state.units[target].side
    battle = Battle(side, target, tuple(attackers), death, spell, origin=origin)
    rolled = [a for a in attackers if KIND_OF[a].special == "catapult"]
    defends = KIND_OF[target].special == "catapult" and state.options.catapult_defence == "rolled"
    attack: dict[int, int] = {}
    defence: dict[int, int] = {}
    for xs in product(range(FACES), repeat=len(rolled)):
        b = _with(battle, tuple(zip(rolled, xs, strict=True)), -1)
        n = forces(state, b).attack
        attack[n] = attack.get(n, 0) + 1
    for x in range(FACES) if defends else (-1,):
        n = forces(state, _with(battle, tuple((u, 0) for u in rolled), x)).defend
        defence[n] = defence.get(n, 0) + 1
    a, d = _shares(attack), _shares(defence)
    how = state.options.dice
    p = sum((pa * pd * chance(na, nd, how) for na, pa in a for nd, pd in d), Fraction(0))
    return Forecast(forces(state, battle), a, d, p, how)


def _with(battle: Battle, xs: tuple[tuple[str, int], ...], x: int) -> Battle:
    from msgspec.structs import replace

    return replace(battle, xs=xs, target_x=x)


def _shares(counts: dict[int, int]) -> tuple[tuple[int, Fraction], ...]:
    whole = sum(counts.values())
    return tuple((n, Fraction(c, whole)) for n, c in sorted(counts.items()))


def marginal(
    state: FoesState, player: Seat, target: str, named: Sequence[str], death: str = ""
) -> list[tuple[str, Fraction]]:
    """For each further unit that could join: the chance with it, best first."""
    rest = [u for u in attackers_of(state, player, target) if u not in named]
    found = [(u, forecast(state, (*named, u), target, death).chance) for u in rest]
    return sorted(found, key=lambda pair: -pair[1])


def parts_words(parts: Sequence[Part]) -> str:
    """ "power 5, Rage +3 = 8"; a power that was rolled says so: "power 3 (rolled)"."""
    words = [f"{p.name} {p.amount:+d}" for p in parts]
    if parts:
        words[0] = f"power {parts[0].amount}{' (rolled)' if parts[0].rule == 'F-UNIT-33' else ''}"
    return f"{', '.join(words)} = {sum(p.amount for p in parts)}" if len(parts) > 1 else "".join(words)


def force_rows(state: FoesState, f: Forces, side: Seat, target: str, spell: str = "") -> list[Row]:
    """Who rolls how many dice, and of what they are made: each attacker, their sum, the defence."""
    rows = []
    for uid, parts in (*f.near, *f.far):
        name = SPELLS[spell].name if spell else NAMES[uid]
        rows.append(Row((name, sum(p.amount for p in parts), parts_words(parts)), owner=side))
    if len(rows) > 1:
        sums = " + ".join(str(row.cells[1]) for row in rows)
        rows.append(Row(("Attack, all together", f.attack, sums), owner=side, now=True))
    rows.append(
        Row((f"Defence: {unit_name(state, target)}", f.defend, parts_words(f.defence)), owner=1 - side)
    )
    return rows


FORCE_COLUMNS = ("Who rolls", "Dice", "Made of")


def attack_table(state: FoesState, player: Seat, target: str, named: Sequence[str], death: str = "") -> Table:
    """Beside the board while an attack is being named: both sums and the chance."""
    rows: list[Row] = []
    note = "Nobody takes part yet."
    if named:
        f = forecast(state, named, target, death)
        rows = force_rows(state, f.forces, player, target)
        note = f"Chance to destroy {unit_name(state, target)}: {float(f.chance):.1%}."
    return Table("attack", f"Attack on {unit_name(state, target)}", FORCE_COLUMNS, tuple(rows), note)


def joining_table(
    state: FoesState, player: Seat, target: str, named: Sequence[str], death: str = ""
) -> Table:
    """Beside the board while an attack is being named: the chance with each further attacker, and the gain."""
    now = forecast(state, named, target, death).chance if named else Fraction(0)
    rows = [
        Row((NAMES[uid], f"{float(p):.1%}", f"{100 * float(p - now):+.1f} points"), player, f"piece:{uid}")
        for uid, p in marginal(state, player, target, named, death)
    ]
    return Table("joining", "With one more attacker", ("Who joins", "Chance then", "Gain"), tuple(rows))


def spell_chances(state: FoesState, player: Seat) -> list[tuple[str, str, str, Forecast]]:
    """Spell attacks that a player can make on this go: (spell, caster, target, forecast), best first."""
    found = []
    for spell in castable(state, player, "attack_go"):
        if spell in STRIKING[:4]:
            for caster in ready_casters(state, player):
                if can_cast(state, player, caster, spell):
                    for target in AIMS[spell][2](state, player, caster, ()):
                        f = aim_chance(state, spell, caster, target)
                        if f is not None:  # an Earthquake is aimed at hexes
                            found.append((spell, caster, target, f))
    return sorted(found, key=lambda row: -row[3].chance)


def spells_table(state: FoesState, player: Seat, most: int = 12) -> Table | None:
    """Beside the board on an own go of the Attack Phase: what each spell attack in hand would do."""
    best: dict[tuple[str, str], Row] = {}
    for spell, caster, target, f in spell_chances(state, player):
        best.setdefault((spell, target), Row(
            (SPELLS[spell].name, NAMES[caster], NAMES[target], f"{f.forces.attack} : {_dice(f)}",
             f"{float(f.chance):.1%}"), player,
        ))  # fmt: skip
    if not best:
        return None
    rows = tuple(best.values())
    note = f"The best {most} of {len(rows)}." if len(rows) > most else ""
    columns = ("Spell", "Caster", "Target", "Dice", "Chance to destroy")
    return Table("spell_attacks", "Spells that attack", columns, rows[:most], note)


def _dice(f: Forecast) -> str:
    """Defence dice; a Catapult's are not known before its roll."""
    low, high = f.defence[0][0], f.defence[-1][0]
    return str(low) if low == high else f"{low} to {high}"


def aim_chance(state: FoesState, spell: str, caster: str, target: str) -> Forecast | None:
    """The odds of a spell attack that is being aimed; None for another spell or target."""
    if spell not in STRIKING or target not in state.units or caster not in state.units:
        return None
    return forecast(state, (), target, spell=spell, origin=state.units[caster].at)


def aim_table(state: FoesState, task: PickTarget) -> Table | None:
    """Beside the board while a spell attack is aimed: dice and chance for each target."""
    rows = []
    for target in task.choices(state):
        f = aim_chance(state, task.spell, task.caster, target)
        if f is not None:
            made, p = parts_words(f.forces.defence), f"{float(f.chance):.1%}"
            cells = (NAMES[target], f.forces.attack, _dice(f), made, p)
            rows.append((f.chance, Row(cells, 1 - task.player, f"piece:{target}")))
    if not rows:
        return None
    rows.sort(key=lambda pair: -pair[0])
    title = f"{SPELLS[task.spell].name} by {NAMES[task.caster]}"
    columns = ("Target", "Attack dice", "Defence dice", "Made of", "Chance to destroy")
    return Table("aim", title, columns, tuple(row for _, row in rows))


def announced_table(state: FoesState) -> Table | None:
    """Beside the board while a spell attack that was announced can still be answered."""
    waiting = pending(state)
    if waiting is None or not waiting[1].picked:
        return None
    task, target = waiting[1], waiting[1].picked[0]
    if task.spell not in STRIKING or target not in state.units:
        return None
    f = forecast(state, (), target, spell=task.spell, origin=task.origin)
    note = f"Chance to destroy {sided(state, target)}: {float(f.chance):.1%}."
    rows = force_rows(state, f.forces, task.player, target, task.spell)
    return Table(
        "announced", f"{SPELLS[task.spell].name} on {NAMES[target]}", FORCE_COLUMNS, tuple(rows), note
    )


def totals_chart(f: Forecast, title: str) -> Chart:
    """Both totals' distributions in one chart."""
    series = []
    for name, which in (("Attack", "attack"), ("Defence", "defence")):
        d = f.totals(which)
        series.append(
            Series(name, tuple(float(t) for t in d), tuple(float(p) for p in d.values()), style="bar")
        )
    caption = f"The attack total is higher with a chance of {float(f.chance):.1%}."
    return Chart(
        "totals", title, "Total", "Chance", tuple(series), caption=caption, source="exact", percent=True
    )


# ------------------------------------------------------------------ explorers


def explore_attack(attack: int, defence: int) -> Answer:
    """Attack dice against defence dice: the chance, both distributions, one more die."""
    p = chance(attack, defence)
    more, guard = chance(attack + 1, defence), chance(attack, defence + 1)
    rows = tuple(
        Row((label, f"{float(q):.2%}", f"{q.numerator}/{q.denominator}"), now=label == "as chosen")
        for label, q in (("as chosen", p), ("one attack die more", more), ("one defence die more", guard))
    )
    table = Table("odds", f"{attack} against {defence} dice", ("Case", "Chance to destroy", "Fraction"), rows)
    nothing = Forces((), (), ())
    f = Forecast(nothing, ((attack, Fraction(1)),), ((defence, Fraction(1)),), p)
    words = (
        f"{attack} attack dice total more than {defence} defence dice with a chance of {float(p):.2%}. "
        f"One more attack die makes it {float(more):.2%}, one more defence die {float(guard):.2%}."
    )
    return Answer(words, (table,), (totals_chart(f, f"Totals of {attack} and {defence} dice"),))


def explore_heat(most: int) -> Answer:
    """All pairs of powers up to `most` as a heat map."""
    span = range(1, most + 1)
    z = tuple(tuple(float(chance(a, d)) for a in span) for d in span)
    text = tuple(tuple(f"{v:.0%}" for v in row) for row in z)
    labels = tuple(map(str, span))
    even = float(chance(most, most))
    words = (
        f"At even power the attacker succeeds a little less than half the time ({float(chance(1, 1)):.1%} with "
        f"one die each, {even:.1%} with {most}), because a tie saves the defender. Two dice more decide most fights."
    )
    chart = Chart(
        "heat", "Chance to destroy by power", "Attack dice", "Defence dice", heat=Heat(labels, labels, z, text),
        caption=words, source="exact", percent=True,
    )  # fmt: skip
    return Answer(words, charts=(chart,))


def explore_dice(dice: int) -> Answer:
    """The total of so many dice."""
    d = distribution(dice)
    mean = dice * 3.5
    low, high = _middle(d)
    chart = Chart(
        "dice", f"Total of {dice} dice", "Total", "Chance",
        (Series(f"{dice} dice", tuple(map(float, d)), tuple(map(float, d.values())), style="bar"),),
        caption=f"Mean {mean:g}; four times in five the total is from {low} to {high}.", source="exact", percent=True,
    )  # fmt: skip
    words = f"{dice} dice total {mean:g} on average, and from {low} to {high} four times in five."
    return Answer(words, charts=(chart,))


def _middle(d: dict[int, Fraction]) -> tuple[int, int]:
    """Bounds with at most a tenth of the chance on either side."""
    seen, low, high = Fraction(0), min(d), max(d)
    for total, p in d.items():
        if seen <= Fraction(1, 10):
            low = total
        if seen < Fraction(9, 10):
            high = total
        seen += p
    return low, high


def explore_needed(defence: int, percent: int) -> Answer:
    """How many dice are needed for a given chance."""
    wanted = Fraction(percent, 100)
    n = next(n for n in range(1, 200) if chance(n, defence) >= wanted)
    span = range(max(1, n - 6), n + 7)
    line = Series(
        "Chance", tuple(map(float, span)), tuple(float(chance(k, defence)) for k in span), style="points"
    )
    words = f"Against {defence} defence dice it takes {n} attack dice for a chance of at least {percent}%."
    chart = Chart("needed", f"Against {defence} defence dice", "Attack dice", "Chance to destroy", (line,),
                  caption=words, source="exact", percent=True)  # fmt: skip
    return Answer(words, charts=(chart,))


def explore_split(power: int, units: int, targets: int) -> Answer:
    """Concentrate or spread: equal units against equal defenders of 3 dice, all on one or shared out."""
    defence = 3
    shares = [units // targets + (1 if i < units % targets else 0) for i in range(targets)]
    spread = sum((chance(power * n, defence) for n in shares if n), Fraction(0))
    rows = []
    for k in range(1, targets + 1):
        share = [units // k + (1 if i < units % k else 0) for i in range(k)]
        kills = sum((chance(power * n, defence) for n in share if n), Fraction(0))
        rows.append(Row((f"{k} of the targets", f"{float(kills):.2f}", f"{float(kills / units):.3f}")))
    best = max(rows, key=lambda row: str(row.cells[1]))
    table = Table(
        "split", "Expected targets destroyed", ("Attack on", "Destroyed", "For each attacker"), tuple(rows)
    )
    words = (
        f"{units} attackers of power {power}, spread over {targets} defenders of power {defence}, destroy "
        f"{float(spread):.2f} of them on average; best is to attack {best.cells[0]} ({best.cells[1]})."
    )
    return Answer(words, (table,))


def explore_catapult(defence: int) -> Answer:
    """The Great Catapult and its rolled power."""
    rows = tuple(
        Row((d, f"{float(catapult_attack(d)):.1%}", f"{float(chance(3, d)):.1%}"), now=d == defence)
        for d in range(1, 9)
    )
    table = Table("catapult", "Great Catapult alone, and a unit of power 3",
                  ("Defence dice", "Catapult", "Power 3"), rows)  # fmt: skip
    p = catapult_attack(defence)
    words = (
        f"The Great Catapult destroys a unit with {defence} defence dice with a chance of {float(p):.1%}; "
        f"its power is 2.5 on average, but its swings make it better than that against strong defenders."
    )
    return Answer(words, (table,))


EXPLORERS: tuple[Explorer, ...] = (
    Explorer(
        "attack", "Attack against defence", "How likely does an attack destroy its target?",
        (Control("attack", "Attack dice", 5, low=0, high=30), Control("defence", "Defence dice", 3, low=0, high=30)),
        explore_attack,
    ),
    Explorer(
        "heat", "Power against power", "How does the chance change with both powers?",
        (Control("most", "Largest power", 12, low=2, high=20),), explore_heat,
    ),
    Explorer(
        "dice", "Sum of dice", "How far do totals swing?",
        (Control("dice", "Dice", 5, low=1, high=30),), explore_dice,
    ),
    Explorer(
        "needed", "Dice needed", "How much power must be brought together?",
        (Control("defence", "Defence dice", 5, low=1, high=20),
         Control("percent", "Wanted chance in %", 80, low=5, high=99)), explore_needed,
    ),
    Explorer(
        "split", "Concentrate or spread", "Is it better to attack one target together or several apart?",
        (Control("power", "Power of each attacker", 3, low=1, high=6),
         Control("units", "Attackers", 6, low=1, high=12), Control("targets", "Targets", 3, low=1, high=6)),
        explore_split,
    ),
    Explorer(
        "catapult", "The Great Catapult", "What is a rolled power worth?",
        (Control("defence", "Defence dice", 3, low=1, high=8),), explore_catapult,
    ),
)  # fmt: skip

__all__ = ["EXPLORERS", "Forecast", "attack_table", "chance", "distribution", "forecast", "marginal"]
