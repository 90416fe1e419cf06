"""Numbers worth following over a war, and charts of them over a line of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from atlantis_nb.core import hexes
from atlantis_nb.core.charts import Chart, Series
from atlantis_nb.core.game import Place, Viewer

from .attack import AddAttackers
from .board import Board
from .data import ATLANTIS, FOES, KIND_OF, PEOPLES, UNIT_IDS
from .odds import forecast, totals_chart
from .state import FoesState, board_of, unit_name

TOTALS: Final = tuple(sum(1 for u in UNIT_IDS if KIND_OF[u].seat == seat) for seat in (ATLANTIS, FOES))


def measures(state: FoesState) -> dict[str, float]:
    """The same keys at every state; hidden chits are only counted."""
    units, power, here = [0, 0], [0, 0], [0, 0]
    for uid, u in state.units.items():
        units[u.side] += 1
        power[u.side] += KIND_OF[uid].melee
        if not u.undead and KIND_OF[uid].force != "created":
            here[u.owner] += 1
    ground = ground_held(state)
    near, mean = distances(state)
    city = sum(
        1 for p, uid in state.board.items() if board_of(state).in_city[p] and state.units[uid].side == FOES
    )
    return {
        "Atlantean units": units[0],
        "Foe units": units[1],
        "Atlantean losses": TOTALS[0] - here[0] if state.turn else 0,
        "Foe losses": TOTALS[1] - here[1] if state.turn else 0,
        "Atlantean power": power[0],
        "Foe power": power[1],
        "Nearest Foe to the Temple": near,
        "Mean distance of Foes to the city": round(mean, 2),
        "Atlantean ground": ground[0],
        "Foe ground": ground[1],
        "City hexes held by Foes": city,
        "Atlantean spells": len(state.hands[0]),
        "Foe spells": len(state.hands[1]),
        "Walls and gates broken": len(state.broken),
    }


def distances(state: FoesState) -> tuple[int, float]:
    """Steps from the nearest Foe to the Temple, and the mean of all Foes to the city."""
    board = board_of(state)
    places = [u.at for u in state.units.values() if u.side == FOES]
    if not places:
        return 0, 0.0
    near = min(hexes.distance(p, t) for p in places for t in board.temples)
    return near, sum(board.city[p] for p in places) / len(places)


def ground_held(state: FoesState) -> tuple[int, int]:
    """Land hexes of the continent on which or next to which only one side has units, for each side."""
    board = board_of(state)
    continent = land_of(board)
    claims: dict[Place, int] = {}
    for place, uid in state.board.items():
        bit = 1 << state.units[uid].side
        claims[place] = claims.get(place, 0) | bit
        for n, _ in board.beside[place]:
            claims[n] = claims.get(n, 0) | bit
    held = [0, 0]
    for place, who in claims.items():
        if who != 3 and place in continent:
            held[who - 1] += 1
    return held[0], held[1]


def land_of(board: Board) -> dict[Place, bool]:
    """Land hexes that belong to no homeland: the continent with the city."""
    return {p: True for p, h in board.hexes.items() if not board.sea[p] and h.homeland is None}


# ------------------------------------------------------------------ charts

CHARTS: Final = {
    "losses": "Units destroyed",
    "armies": "Units of each army",
    "power": "Power on the map",
    "approach": "The way to the city and the Temple",
    "ground": "Ground held on the continent",
    "spells": "Spells in hand",
    "attack": "The last attack: both totals",
}

POINTS: Final = 400
"""At most so many states of a line are measured: the ends of phases first."""


def sample(states: Sequence[FoesState]) -> list[int]:
    """Which states of a line to measure: all of a short one, else evenly spread, ends included."""
    n = len(states)
    if n <= POINTS:
        return list(range(n))
    return sorted({round(i * (n - 1) / (POINTS - 1)) for i in range(POINTS)})


def turns(states: Sequence[FoesState]) -> tuple[tuple[float, str], ...]:
    """Where each turn begins along the line."""
    out: list[tuple[float, str]] = []
    last = -1
    for i, state in enumerate(states):
        if state.turn != last:
            last = state.turn
            out.append((float(i), f"turn {last}" if last else "set-up"))
    return tuple(out)


def chart(key: str, states: Sequence[FoesState], viewer: Viewer) -> Chart:
    """One chart over a line of play; raises KeyError for a key that is none of CHARTS."""
    title = CHARTS[key]
    if key == "attack":
        return last_attack(states, title)
    at = sample(states)
    x = tuple(float(i) for i in at)
    names = states[0].names if states else ("Atlanteans", "Five Foes")
    if key == "armies":
        series = tuple(
            _line(force.title(), x, [_alive(states[i], force) for i in at], seat)
            for force, seat in (("atlanteans", ATLANTIS), *((p, FOES) for p in PEOPLES))
        )
        last = ", ".join(f"{s.name} {s.y[-1]:g}" for s in series if s.y)
        return _chart(key, title, "Units", series, f"At the end: {last}.", states, names)
    rows = [measures(states[i]) for i in at]

    def column(name: str) -> list[float]:
        return [row[name] for row in rows]

    build: dict[str, Callable[[], tuple[str, tuple[Series, ...]]]] = {
        "losses": lambda: ("Units", (_line(names[0], x, column("Atlantean losses"), 0),
                                     _line(names[1], x, column("Foe losses"), 1))),
        "power": lambda: ("Power", (_line(names[0], x, column("Atlantean power"), 0),
                                    _line(names[1], x, column("Foe power"), 1))),
        "approach": lambda: ("Hexes", (
            _line("Nearest Foe to the Temple", x, column("Nearest Foe to the Temple"), 1),
            _line("Foes to the city, mean", x, column("Mean distance of Foes to the city"), 1, dash=True),
        )),
        "ground": lambda: ("Hexes", (_line(names[0], x, column("Atlantean ground"), 0),
                                     _line(names[1], x, column("Foe ground"), 1))),
        "spells": lambda: ("Chits", (_line(names[0], x, column("Atlantean spells"), 0),
                                     _line(names[1], x, column("Foe spells"), 1))),
    }  # fmt: skip
    y_title, made = build[key]()
    ends = ", ".join(f"{s.name} from {s.y[0]:g} to {s.y[-1]:g}" for s in made if s.y)
    return _chart(key, title, y_title, made, f"{ends}.", states, names)


def last_attack(states: Sequence[FoesState], title: str) -> Chart:
    """Distributions of both totals for the last attack that was named or rolled on the line."""
    for state in reversed(states):
        top = state.agenda[-1] if state.agenda else None
        if isinstance(top, AddAttackers) and top.named:
            f = forecast(state, top.named, top.target, top.death)
            return totals_chart(f, f"{title} ({unit_name(state, top.target)})")
        b = state.battle
        if b is not None and b.target in state.units and all(a in state.units for a in b.attackers):
            f = forecast(state, b.attackers, b.target, b.death, b.spell, b.origin)
            return totals_chart(f, f"{title} ({unit_name(state, b.target)})")
    return Chart("attack", title, caption="Nobody has attacked yet.", source="exact", percent=True)


def _alive(state: FoesState, force: str) -> int:
    return sum(1 for uid, u in state.units.items() if KIND_OF[uid].force == force and not u.undead)


def _line(name: str, x: tuple[float, ...], y: Sequence[float], owner: int, dash: bool = False) -> Series:
    return Series(name, x, tuple(float(v) for v in y), owner=owner, style="step", dash=dash)


def _chart(
    key: str, title: str, y_title: str, series: tuple[Series, ...], caption: str,
    states: Sequence[FoesState], names: tuple[str, ...],
) -> Chart:  # fmt: skip
    n = len(states)
    source = "exact" if n <= POINTS else f"exact, {POINTS} of {n} positions"
    return Chart(key, title, "Position", y_title, series, caption=caption, source=source, steps=True,
                 phases=turns(states), names=names)  # fmt: skip
