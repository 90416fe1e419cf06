"""Boards: spaces, zones, lanes, icons and spawn points, read once and looked up everywhere.

A board is a JSON file in the format of data/one_lane.json. The wide boards stand in the ledger's
tables (rules.toml) and are read from there. Rules: G-R-02 to G-R-06, G-R-35, G-R-36, G-R-79.
"""

from __future__ import annotations

import json
import os
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from atlantis_nb.core.game import Place, Refused, plural
from atlantis_nb.core.hexes import DIRECTIONS, axial, name, neighbours
from atlantis_nb.core.rulebook import Rulebook

from .board_file import KINDS as KINDS
from .board_file import PASSABLE, BoardData, essence
from .board_file import TEAMS as TEAMS
from .sources import Shelf, named

TITANS, ATLANTEANS = 0, 1
TEAM_NAMES = ("Titans", "Atlanteans")
MIDDLE = 2

RULEBOOK = Rulebook(files(__package__) / "rules.toml")


class Lane(NamedTuple):
    """A row of five zones that links the thrones (G-PUSH-01); index = marker of the lane track."""

    id: str
    zones: tuple[str, ...]


class Icon(NamedTuple):
    """A minion icon: where a minion of this team and kind is placed when the lane is fought here."""

    zone: str
    team: int
    kind: str


# ------------------------------------------------------------------ the board in play


class Board:
    """Everything about a board that never changes during a game. Built once, then only read."""

    def __init__(self, data: BoardData) -> None:
        self.id, self.title = data.id, data.title
        self.terrain: dict[Place, str] = {name(h.q, h.r): h.terrain for h in data.hexes}
        self.zone: dict[Place, str] = {name(h.q, h.r): h.zone for h in data.hexes}
        self.places = tuple(self.terrain)
        self.free = tuple(p for p in self.places if self.terrain[p] in PASSABLE)
        """Passable spaces (G-R-79)."""
        passable = dict.fromkeys(self.free)
        self.near: dict[Place, tuple[Place, ...]] = {
            p: tuple(n for n in neighbours(p) if n in passable) for p in self.places
        }
        """Passable neighbours."""
        self.zone_title = {z.id: (z.label or z.id).partition(" (")[0] for z in data.zones}
        self.zones: dict[str, tuple[Place, ...]] = {
            z.id: tuple(p for p in self.free if self.zone[p] == z.id) for z in data.zones
        }
        self.lanes = tuple(Lane(lane.id, lane.zones) for lane in data.lanes)
        self.lane = {lane.id: lane for lane in self.lanes}
        self.icons: dict[str, tuple[dict[str, tuple[Place, ...]], ...]] = {
            zone: tuple(
                {kind: tuple(name(q, r) for q, r in teams.get(t, {}).get(kind, ())) for kind in KINDS}
                for t in TEAMS
            )
            for zone, teams in data.minion_icons.items()
        }
        """zone -> team -> kind -> points."""
        self.icon: dict[Place, Icon] = {
            p: Icon(zone, team, kind)
            for zone, teams in self.icons.items()
            for team, kinds in enumerate(teams)
            for kind, points in kinds.items()
            for p in points
        }
        self.spawns = tuple(tuple(name(q, r) for q, r in data.hero_spawns.get(t, ())) for t in TEAMS)
        self.spawn = {p: team for team, points in enumerate(self.spawns) for p in points}
        self.home = (self.lanes[0].zones[0], self.lanes[0].zones[-1])
        """The throne zones, by team."""
        self.rock: dict[Place, bool] = {
            p: any(self.terrain.get(n, "open") in ("mountain", "throne") for n in neighbours(p))
            for p in self.places
        }
        """Whether a space lies beside a mountain or a throne."""
        self.touching: dict[str, tuple[str, ...]] = {
            z: tuple(
                other
                for other in self.zones
                if other != z and any(self.zone[n] == other for p in self.zones[z] for n in self.near[p])
            )
            for z in self.zones
        }
        """Neighbouring zones: a passable space of one touches one of the other (G-R-04)."""
        at = {p: axial(p) for p in self.places}
        self.distance: dict[Place, dict[Place, int]] = {
            a: {b: max(abs(q - x), abs(r - y), abs(q - x + r - y)) for b, (x, y) in at.items()}
            for a, (q, r) in at.items()
        }
        """max(|dq|, |dr|, |dq + dr|), across anything (G-R-35)."""
        self.two: dict[Place, tuple[Place, ...]] = {
            a: tuple(b for b in self.free if 0 < row[b] <= 2) for a, row in self.distance.items()
        }
        """Passable spaces at distance 1 or 2: the reach of a ranged minion (G-MIN-05)."""
        self.rays: dict[Place, tuple[tuple[Place, ...], ...]] = {p: self._rays(p) for p in self.places}
        """The passable spaces in each of the six directions, up to the first that is not."""
        self.bearing: dict[Place, dict[Place, int]] = {p: self._bearing(p) for p in self.places}
        """place -> other place in a straight line -> direction (G-R-36)."""
        self._within: dict[tuple[Place, int], tuple[Place, ...]] = {}

    def _rays(self, place: Place) -> tuple[tuple[Place, ...], ...]:
        rays = []
        for dq, dr in DIRECTIONS:
            q, r = axial(place)
            ray = []
            while self.terrain.get(name(q + dq, r + dr), "") in PASSABLE:
                q, r = q + dq, r + dr
                ray.append(name(q, r))
            rays.append(tuple(ray))
        return tuple(rays)

    def _bearing(self, place: Place) -> dict[Place, int]:
        q, r = axial(place)
        found = {}
        for other in self.places:
            dq, dr = axial(other)[0] - q, axial(other)[1] - r
            if other != place and (dq == 0 or dr == 0 or dq + dr == 0):
                n = max(abs(dq), abs(dr))
                found[other] = DIRECTIONS.index((dq // n, dr // n))
        return found

    def beyond(self, place: Place, way: int, n: int) -> Place:
        """The place n steps away in a direction, whether it is on the board or not."""
        q, r = axial(place)
        dq, dr = DIRECTIONS[way]
        return name(q + n * dq, r + n * dr)

    def within(self, place: Place, n: int) -> tuple[Place, ...]:
        """Passable spaces at distance 1 to n, in the order of the board."""
        key = (place, n)
        if key not in self._within:
            row = self.distance[place]
            self._within[key] = tuple(p for p in self.free if 0 < row[p] <= n)
        return self._within[key]

    def fight(self, lane: str, marker: int) -> str:
        """The zone in which the minions of a lane stand."""
        return self.lane[lane].zones[marker]

    def sets(self) -> dict[str, int]:
        """How many minions of each kind a team has in a lane (G-R-05).

        One lane takes 6 of the 16 figures a team, two lanes all of them (G-COMP-03).
        """
        middle = self.icons[self.lanes[0].zones[MIDDLE]]
        return {kind: len(middle[TITANS][kind]) for kind in KINDS}


# ------------------------------------------------------------------ reading


def read_board(raw: Any, source: str) -> Board:
    """A board from the values of a JSON file. Raises Refused with one sentence naming the field."""
    from .board_file import read

    return Board(read(raw, source))


def axial_of(row: int, col: int) -> tuple[int, int]:
    """(row, col) of a wide board as axial (q, r), G-R-03."""
    return col - (row - row % 2) // 2, row


def wide(row: int, col: int) -> Place:
    """(row, col) of a wide board as a place."""
    return name(*axial_of(row, col))


def _wide(lanes: str) -> dict[str, Any]:
    """A wide board, from the tables zones, board_*, spawn_* and lane_track of the ledger."""
    tables = RULEBOOK.tables
    codes = {z["code"]: z["zone"] for z in tables["zones"].dicts() if z["board"] == lanes}
    terrain = {"o": "open", "w": "water", "m": "mountain"}
    hexes = []
    for row in tables[f"board_{lanes}"].dicts():
        for col, (code, ground) in enumerate(zip(row["zones"], row["terrain"], strict=True)):
            if code != ".":
                q, r = axial_of(row["row"], col)
                hexes.append({"q": q, "r": r, "zone": codes[code], "terrain": terrain[ground]})
    icons: dict[str, dict[str, dict[str, list[tuple[int, int]]]]] = {}
    spawns: dict[str, list[tuple[int, int]]] = {}
    for spawn in tables[f"spawn_{lanes}"].dicts():
        point = axial_of(spawn["row"], spawn["col"])
        if spawn["kind"] == "hero":
            spawns.setdefault(spawn["team"], []).append(point)
        else:
            team = icons.setdefault(spawn["zone"], {}).setdefault(spawn["team"], {})
            team.setdefault(spawn["kind"], []).append(point)
    track = tables["lane_track"].dicts()
    ids = ("main",) if lanes == "one_lane" else ("north", "south")
    column = {"main": "zone_one_lane", "north": "zone_north_lane", "south": "zone_south_lane"}
    return {
        "id": f"wide_{lanes}",
        "title": "Wide board, " + ("one lane" if lanes == "one_lane" else "two lanes"),
        "zones": [{"id": z, "label": z.replace("_", " ").capitalize()} for z in codes.values()],
        "lanes": [{"id": i, "zones": [row[column[i]] for row in track]} for i in ids],
        "minion_icons": icons,
        "hero_spawns": spawns,
        "hexes": hexes,
    }


@cache
def _ours(which: str, lanes: str) -> Board:
    """A board that comes along."""
    if which == "teaching":
        text = (files(__package__) / "data" / f"{lanes}.json").read_text(encoding="utf-8")
        return read_board(json.loads(text), f"The {lanes} board")
    return read_board(_wide(lanes), f"The wide {lanes} board")


OURS = ("teaching", "wide")
SHELF: Shelf[Board] = Shelf("board", "JSON", OURS, json.loads, lambda raw, source: raw, read_board)


def teaching_board(lanes: str = "one_lane") -> dict[str, Any]:
    """The board that comes along as plain values, to change it and write it to a file."""
    text = (files(__package__) / "data" / f"{lanes}.json").read_text(encoding="utf-8")
    return essence(json.loads(text))


def load_board(which: str | os.PathLike[str], lanes: str) -> Board:
    """The board of an option value: "teaching", "wide" or the name or path of a board file.

    One side shows one lane, the other two (G-COMP-01, G-PUSH-02). A file that has changed is read
    again. `lanes` is "one_lane" or "two_lanes". Raises Refused with one sentence.
    """
    if not isinstance(which, str):
        which = named("board", which)
    if which in OURS:
        return _ours(which, lanes)
    board = SHELF.get(which)
    if len(board.lanes) != (1 if lanes == "one_lane" else 2):
        raise Refused(
            f"The board {board.title!r} has {plural(len(board.lanes), 'lane')}, the table plays {lanes}: "
            "take another board, or set the option lanes."
        )
    return board


def pin_board(which: str) -> str:
    """The option value as a table under way keeps it (see sources.py)."""
    return which if which in OURS else SHELF.pin(which)
