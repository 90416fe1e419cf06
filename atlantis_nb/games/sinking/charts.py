"""Measures, overlays and charts: what may be followed over a match, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from atlantis_nb.core import hexes
from atlantis_nb.core.charts import Chart, Heat, Series
from atlantis_nb.core.game import Place, Seat, and_list, plural
from atlantis_nb.core.odds import percent_text
from atlantis_nb.core.scene import Mark

from .flip import UNUSED
from .flood import Aiming, NextFlood
from .odds import band, battle, defence_of, depth, mean_floods, risk
from .options import Options
from .scene import at_sea, radius_of, turn_of
from .state import (
    HIDDEN,
    MOUNTAIN,
    NOBODY,
    SIZES,
    VILLAGE,
    SinkingState,
    control,
    foreign,
    foreign_soldier,
    harvest,
    open_tiles,
    produces,
    total,
)

if TYPE_CHECKING:
    import networkx

# ------------------------------------------------------------------ measures


def measures(state: SinkingState) -> dict[str, float]:
    """Numbers to follow over a game. A stock that the viewer may not see is not a number (nan)."""
    out: dict[str, float] = {
        "round": state.round,
        "land": len(state.land),
        "floods": state.floods,
        "marker": state.marker,
        "cities_destroyed": state.destroyed,
    }
    for seat in range(len(state.names)):
        towns = [s for s in state.settlements.values() if s.owner == seat]
        stock = state.stock[seat]
        out |= {
            f"points_{seat + 1}": state.points[seat],
            f"stock_{seat + 1}": float("nan") if stock == HIDDEN else stock,
            f"production_{seat + 1}": state.produced[seat] if state.produced else 0,
            f"next_production_{seat + 1}": produces(state, seat),
            f"cities_{seat + 1}": sum(s.size != VILLAGE for s in towns),
            f"villages_{seat + 1}": sum(s.size == VILLAGE for s in towns),
            f"workers_{seat + 1}": sum(o == seat for o in state.workers.values()),
            f"soldiers_{seat + 1}": total(state.soldiers, seat),
            f"settlers_{seat + 1}": total(state.settlers, seat),
        }
    return {key: float(value) for key, value in out.items()}


# ------------------------------------------------------------------ what changed


def difference(before: SinkingState, after: SinkingState) -> str:
    """What changed between two states, player by player: "Red loses 1 soldier"."""
    parts = list(_differences(before, after))
    return "; ".join(parts)


def _pieces(state: SinkingState, seat: Seat) -> dict[str, int]:
    found = {
        "soldier": total(state.soldiers, seat),
        "settler": total(state.settlers, seat),
        "worker": sum(o == seat for o in state.workers.values()),
    }
    for size, kind in enumerate(SIZES):
        found[kind] = sum(s.owner == seat and s.size == size for s in state.settlements.values())
    return found


def _differences(before: SinkingState, after: SinkingState) -> Iterator[str]:
    names = before.names
    waiting, waited = (sum(isinstance(t, Aiming | NextFlood) for t in s.agenda) for s in (after, before))
    if waiting > waited:
        yield plural(waiting, "flood")
    elif before.phase == "flood" and after.phase != "flood" and after.floods == before.floods:
        yield "no flood"
    sunk = [p for p in before.land if p not in after.land]
    if sunk:
        yield f"{plural(len(sunk), 'tile')} sunk"
    elif after.sinking and after.sinking != before.sinking:
        yield f"{plural(len(after.sinking), 'tile')} sinking"
    for seat, name in enumerate(names):
        was, now = _pieces(before, seat), _pieces(after, seat)
        lost = [plural(was[k] - now[k], k, _many(k)) for k in was if now[k] < was[k]]
        won = [plural(now[k] - was[k], k, _many(k)) for k in was if now[k] > was[k]]
        if lost:
            yield f"{name} loses {and_list(lost)}"
        if won:
            yield f"{name} gains {and_list(won)}"
        if after.points[seat] != before.points[seat]:
            yield f"{name} scores {after.points[seat] - before.points[seat]}"
        change = after.stock[seat] - before.stock[seat]
        if change and HIDDEN not in (after.stock[seat], before.stock[seat]):
            yield f"{name} {'gains' if change > 0 else 'pays'} {plural(abs(change), 'resource')}"
    for place, town in after.settlements.items():
        old = before.settlements.get(place)
        if old is not None and old.captor != town.captor and old.owner == town.owner:
            if town.captor == NOBODY:
                yield f"the city on {place} is free again"
            else:
                yield f"{names[town.captor]} captures the city on {place}"
    if before.order != after.order:
        yield "turn order " + ", ".join(names[s] for s in after.order)
    if after.result is not None and before.result is None:
        yield f"{and_list([names[s] for s in after.result.winners])} wins"
    moved = _moved(before, after)
    if moved:
        yield moved


def _many(kind: str) -> str:
    return kind.replace("city", "cities") if kind.endswith("city") else kind + "s"


def _moved(before: SinkingState, after: SinkingState) -> str:
    """One piece that stands elsewhere, if nothing else about its kind changed."""
    for kind, old, new in (
        ("soldier", before.soldiers, after.soldiers),
        ("settler", before.settlers, after.settlers),
    ):
        for seat, name in enumerate(before.names):
            if total(old, seat) != total(new, seat):
                continue
            places = dict.fromkeys([*old, *new])
            change = {p: new.get(p, _none(before))[seat] - old.get(p, _none(before))[seat] for p in places}
            left = [p for p, n in change.items() if n < 0]
            come = [p for p, n in change.items() if n > 0]
            if left and come:
                return f"{name} moves {'a ' + kind} from {left[0]} to {come[0]}"
    return ""


def _none(state: SinkingState) -> tuple[int, ...]:
    return (0,) * len(state.names)


# ------------------------------------------------------------------ graph


def graph(state: SinkingState) -> networkx.Graph[Place]:
    """Land and sea tiles as nodes with x, y, terrain and number; edges between neighbours."""
    spaces = [p for p in hexes.within(radius_of(len(state.names)) + 1) if p in state.land or at_sea(state, p)]
    g: networkx.Graph[Place] = hexes.graph(spaces)
    for place in spaces:
        if place in state.land:
            terrain = "mountain" if place == MOUNTAIN else f"land{state.land[place]}"
        else:
            terrain = "sea"
        g.nodes[place]["terrain"] = terrain
        g.nodes[place]["number"] = state.land.get(place, 0)
    return g


# ------------------------------------------------------------------ overlays


def overlays(state: SinkingState) -> dict[str, str]:
    """Marks that may be laid over the board."""
    out = {f"control-{seat + 1}": f"What {name} controls" for seat, name in enumerate(state.names)}
    out |= {f"income-{seat + 1}": f"Tiles that pay {name} now" for seat, name in enumerate(state.names)}
    out["range"] = "Where the pieces under the cursor can go, with the chance of winning a fight"
    out |= {
        f"risk-{k}": f"Highest chance to sink within {plural(k, 'round')} (exact bound)" for k in (1, 2, 3, 5)
    }
    out["depth"] = "Floods needed to sink each tile"
    return out


def overlay(state: SinkingState, key: str, place: Place | None) -> tuple[Mark, ...]:
    """The marks of one overlay. Raises KeyError for one that does not exist."""
    kind, _, number = key.partition("-")
    if key not in overlays(state):
        raise KeyError(key)
    if kind == "control":
        seat = int(number) - 1
        held = control(state, seat)
        return tuple(Mark("control", p, owner=seat) for p in state.land if p in held)
    if kind == "income":
        seat = int(number) - 1
        return tuple(
            Mark("control", p, owner=seat, label=f"pays {state.land[p]}") for p in harvest(state, seat)
        )
    if kind == "risk":
        chances = risk(state, int(number)) if state.round or state.phase != "setup" else {}
        return risk_marks(chances)
    if kind == "depth":
        near = depth(state)
        deepest = max(near.values(), default=1)
        return tuple(Mark("danger", p, value=1 - (n - 1) / deepest, label=str(n)) for p, n in near.items())
    return _range(state, place) if place in state.land else ()


def risk_marks(chances: Mapping[Place, Fraction | float]) -> tuple[Mark, ...]:
    """Marks for a risk map: of `odds.risk` (an exact bound) or of `odds.risk_simulated`."""
    return tuple(
        Mark("danger", p, value=float(c), label=percent_text(Fraction(c), 0)) for p, c in chances.items()
    )


def _range(state: SinkingState, place: Place | None) -> tuple[Mark, ...]:
    """Where soldiers and settlers on a place may step; for soldiers that would have to fight, the
    chance to win with all of them, one after another."""
    assert place is not None
    out: list[Mark] = []
    for seat in range(len(state.names)):
        soldiers = state.soldiers.get(place, _none(state))[seat]
        settlers = state.settlers.get(place, _none(state))[seat]
        if seat == _mover(state):
            used = state.used.get(place, UNUSED)
            soldiers, settlers = soldiers - used[0], settlers - used[1]
        if soldiers <= 0 and settlers <= 0:
            continue
        for to in open_tiles(state, place):
            if soldiers > 0 and foreign(state, to, seat):
                win = battle(soldiers, defence_of(state, to, seat)).win
                label = f"{percent_text(win, 0)} to win"
                out.append(Mark("danger", to, owner=seat, value=float(win), label=label))
            elif soldiers > 0 or not foreign_soldier(state, to, seat):
                out.append(Mark("range", to, owner=seat))
    return tuple(out)


def _mover(state: SinkingState) -> Seat | None:
    return turn_of(state) if state.phase == "movement" else None


# ------------------------------------------------------------------ charts

CHARTS: Final = {
    "land": "Land left",
    "floods": "Floods so far and the forecast",
    "points": "Points",
    "hopes": "Points and what each position is worth",
    "stocks": "Resources in stock",
    "production": "Production by round",
    "cities": "Cities on the map",
    "sunk": "Which tiles went when",
}


def chart(key: str, states: Sequence[SinkingState]) -> Chart:
    """One of CHARTS over the states of a line of play. Raises KeyError for one that does not exist."""
    if key not in CHARTS:
        raise KeyError(key)
    if not states:
        return Chart(key, CHARTS[key])
    return {
        "land": _land,
        "floods": _floods,
        "points": _points,
        "hopes": _hopes,
        "stocks": _stocks,
        "production": _production,
        "cities": _cities,
        "sunk": _sunk,
    }[key](states)


def _rounds(states: Sequence[SinkingState]) -> tuple[tuple[float, str], ...]:
    """Where on the line of play each round begins."""
    out: list[tuple[float, str]] = []
    for i, state in enumerate(states):
        if i == 0 or state.round != states[i - 1].round:
            out.append((float(i), f"Round {state.round}" if state.round else "Setup"))
    return tuple(out)


def _steps(states: Sequence[SinkingState]) -> tuple[float, ...]:
    return tuple(float(i) for i in range(len(states)))


def _land(states: Sequence[SinkingState]) -> Chart:
    y = tuple(float(len(s.land)) for s in states)
    return Chart(
        "land", CHARTS["land"], "Step", "Land tiles", (Series("Land tiles", _steps(states), y, style="step"),),
        caption=f"{int(max(y))} land tiles at most, {int(y[-1])} now, after {plural(states[-1].floods, 'flood')}.",
        source="exact", steps=True, phases=_rounds(states), names=states[-1].names,
    )  # fmt: skip


def by_round(states: Sequence[SinkingState]) -> dict[int, SinkingState]:
    """The last state of each round that has been played, with the setup as round 0."""
    return {state.round: state for state in states}


@cache
def _forecast(options: Options, players: int, rounds: int) -> tuple[tuple[float, ...], list[tuple[int, int]]]:
    means = tuple(float(mean_floods(options, players, k)) for k in range(rounds + 1))
    return means, [band(options, players, k) for k in range(rounds + 1)]


def _floods(states: Sequence[SinkingState]) -> Chart:
    last = states[-1]
    ends = by_round(states)
    ahead = max(12, last.round + 4)
    means, bands = _forecast(last.options, len(last.names), ahead)
    x = tuple(float(k) for k in range(ahead + 1))
    seen = tuple(float(k) for k in ends)
    so_far = tuple(float(s.floods) for s in ends.values())
    done = max(
        [k for k, s in ends.items() if s.phase == "production" or s.result is not None or k < last.round]
        or [0]
    )
    low, high = bands[done]
    return Chart(
        "floods", CHARTS["floods"], "Round", "Floods",
        (
            Series("Middle 80% of all games", x, means, style="band", low=tuple(float(a) for a, _ in bands),
                   high=tuple(float(b) for _, b in bands)),
            Series("Mean of all games", x, means, dash=True),
            Series("This game", seen, so_far, style="step"),
        ),
        caption=(
            f"{plural(last.floods, 'flood')} so far. After {plural(done, 'round')} the clock alone, as if land "
            f"never ran out, gives {means[done]:.1f} on average and {low} to {high} in at least 80% of all games."
        ),
        source="exact", names=last.names,
    )  # fmt: skip


def _lines(
    states: Sequence[SinkingState], values: Sequence[Sequence[float]], step: bool = True
) -> tuple[Series, ...]:
    names, x = states[-1].names, _steps(states)
    return tuple(
        Series(
            name, x, tuple(float(row[seat]) for row in values), owner=seat, style="step" if step else "line"
        )
        for seat, name in enumerate(names)
    )


def _points(states: Sequence[SinkingState]) -> Chart:
    last = states[-1]
    said = ", ".join(f"{name} {last.points[seat]}" for seat, name in enumerate(last.names))
    return Chart(
        "points", CHARTS["points"], "Step", "Points", _lines(states, [s.points for s in states]),
        caption=f"Now {said}; {plural(last.destroyed, 'city', 'cities')} destroyed.",
        source="exact", steps=True, phases=_rounds(states), names=last.names,
    )  # fmt: skip


def _hopes(states: Sequence[SinkingState]) -> Chart:
    from .evaluate import worth

    rows = [[float(p) for p in s.points] if s.result is not None else worth(s) for s in states]
    leader = max(range(len(states[-1].names)), key=lambda seat: rows[-1][seat])
    return Chart(
        "hopes", CHARTS["hopes"], "Step", "Points and hopes", _lines(states, rows, step=False),
        caption=f"{states[-1].names[leader]} stands best: about {rows[-1][leader]:.0f} points scored and hoped for.",
        source="a rule of thumb (evaluate.py)", steps=True, phases=_rounds(states), names=states[-1].names,
    )  # fmt: skip


def _stocks(states: Sequence[SinkingState]) -> Chart:
    last = states[-1]
    known = [seat for seat in range(len(last.names)) if all(s.stock[seat] != HIDDEN for s in states)]
    lines = _lines(states, [[float(n) for n in s.stock] for s in states])
    said = ", ".join(f"{last.names[seat]} {last.stock[seat]}" for seat in known)
    return Chart(
        "stocks", CHARTS["stocks"], "Step", "Resources", tuple(lines[seat] for seat in known),
        caption=f"Now {said}." if known else "Stocks are hidden.",
        source="exact", steps=True, phases=_rounds(states), names=last.names,
    )  # fmt: skip


def _production(states: Sequence[SinkingState]) -> Chart:
    """What was collected in the production phase that ended each round."""
    amounts: dict[int, tuple[int, ...]] = {}
    for before, after in pairwise(states):
        collected = before.phase != "production" and (
            after.phase == "production" or after.round != before.round
        )
        if collected and (after.round > before.round or after.phase == "production"):
            amounts[before.round] = after.produced
    names = states[-1].names
    x = tuple(float(k) for k in amounts)
    lines = tuple(
        Series(name, x, tuple(float(row[seat]) for row in amounts.values()), owner=seat)
        for seat, name in enumerate(names)
    )
    if not amounts:
        return Chart(
            "production", CHARTS["production"], "Round", "Resources", caption="Nothing produced yet."
        )
    sums = [sum(row[seat] for row in amounts.values()) for seat in range(len(names))]
    said = ", ".join(f"{name} {n}" for name, n in zip(names, sums, strict=True))
    return Chart(
        "production", CHARTS["production"], "Round (0 is the setup)", "Resources", lines,
        caption=f"In all: {said}.", source="exact", names=names,
    )  # fmt: skip


def _cities(states: Sequence[SinkingState]) -> Chart:
    rows = [
        [
            float(sum(t.owner == seat and t.size != VILLAGE for t in s.settlements.values()))
            for seat in range(len(s.names))
        ]
        for s in states
    ]
    last = states[-1]
    said = ", ".join(f"{name} {rows[-1][seat]:.0f}" for seat, name in enumerate(last.names))
    return Chart(
        "cities", CHARTS["cities"], "Step", "Cities", _lines(states, rows), caption=f"Now {said}.",
        source="exact", steps=True, phases=_rounds(states), names=last.names,
    )  # fmt: skip


def _sunk(states: Sequence[SinkingState]) -> Chart:
    """Tiles lost by ring and round; the caption names them."""
    last = states[-1]
    lost: Counter[tuple[int, int]] = Counter()
    gone: dict[int, list[str]] = {}
    for before, after in pairwise(states):
        for place in before.land:
            if place not in after.land:
                lost[hexes.distance(place, MOUNTAIN), before.round] += 1
                name = "the mountain" if place == MOUNTAIN else f"{place} ({before.land[place]})"
                gone.setdefault(before.round, []).append(name)
    rings = range(radius_of(len(last.names)), -1, -1)
    rounds = range(1, max(1, last.round) + 1)
    z = tuple(tuple(float(lost[ring, k]) for k in rounds) for ring in rings)
    heat = Heat(
        tuple(f"Round {k}" for k in rounds),
        tuple(f"Ring {ring}" if ring else "Mountain" for ring in rings),
        z,
        tuple(tuple(str(int(n)) if n else "" for n in row) for row in z),
    )
    return Chart(
        "sunk", CHARTS["sunk"], "Round", "Ring", heat=heat,
        caption=" ".join([
            f"{plural(sum(lost.values()), 'tile')} sunk in {plural(last.round, 'round')}.",
            *(f"Round {k}: {and_list(tiles)}." for k, tiles in gone.items()),
        ]),
        source="exact", names=last.names,
    )  # fmt: skip
