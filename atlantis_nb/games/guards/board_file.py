"""Reading a board file: its format, and what a board must have to be played (G-R-02 to G-R-06, G-R-79).

Only hexes, zones, lanes, minion_icons and hero_spawns count. The other keys repeat it for readers and
may be left out; where they stand, they must be true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from atlantis_nb.core import plain
from atlantis_nb.core.game import Place, Refused, plural
from atlantis_nb.core.hexes import name, neighbours

Team = Literal["titans", "atlanteans"]
Kind = Literal["heavy", "ranged", "melee"]
Ground = Literal["open", "water", "mountain", "throne"]

TEAMS: tuple[Team, Team] = ("titans", "atlanteans")
KINDS: tuple[Kind, ...] = ("heavy", "ranged", "melee")
"""Kinds of minion, in the order in which blocked ones are placed (G-R-58)."""
PASSABLE = ("open", "water")
GROUNDS: tuple[Ground, ...] = ("open", "water", "mountain", "throne")
Point = tuple[int, int]


class IconData(Struct, frozen=True, forbid_unknown_fields=True):
    team: Team
    type: Kind


class HexData(Struct, frozen=True, forbid_unknown_fields=True):
    q: int
    r: int
    zone: str
    terrain: Ground
    icon: IconData | None = None
    hero_spawn: Team | None = None


class ZoneData(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    label: str = ""
    kind: Literal["throne", "lane"] | None = None
    team: Team | None = None
    color: str = ""
    lanes: tuple[str, ...] | None = None
    adjacent: tuple[str, ...] | None = None
    size: int | None = None
    passable: int | None = None


class LaneData(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    zones: tuple[str, ...]
    start: str = ""


class BoardData(Struct, frozen=True, forbid_unknown_fields=True):
    """A board file."""

    id: str
    title: str
    zones: tuple[ZoneData, ...]
    lanes: tuple[LaneData, ...]
    minion_icons: dict[str, dict[Team, dict[Kind, tuple[Point, ...]]]]
    hero_spawns: dict[Team, tuple[Point, ...]]
    hexes: tuple[HexData, ...]
    board: str = ""
    origin: str = ""
    players: tuple[int, int] | None = None
    coordinates: str = ""
    symmetry: str = ""
    teams: tuple[Team, ...] = TEAMS
    terrain_rules: dict[str, str] | None = None
    zone_adjacency_rule: str = ""
    notes: tuple[str, ...] = ()
    zone_adjacency: tuple[tuple[str, str], ...] | None = None
    counts: dict[str, int] | None = None
    throne_spaces: dict[Team, tuple[Point, ...]] | None = None


COUNTS = ("id", "title", "zones", "lanes", "minion_icons", "hero_spawns", "hexes")


def essence(raw: dict[str, Any]) -> dict[str, Any]:
    """A board file without what only repeats the rest for readers: easy to change."""
    found = {key: raw[key] for key in COUNTS}
    found["zones"] = [{"id": z["id"], "label": z["label"]} for z in raw["zones"]]
    found["lanes"] = [{"id": lane["id"], "zones": lane["zones"]} for lane in raw["lanes"]]
    found["hexes"] = [{key: h[key] for key in ("q", "r", "zone", "terrain")} for h in raw["hexes"]]
    return found


def read(raw: Any, source: str) -> BoardData:
    """The checked values of a board file. Raises Refused with one sentence naming the field."""
    try:
        data = msgspec.convert(raw, BoardData)
    except msgspec.ValidationError as error:
        raise Refused(f"{source}: {plain.misfit(raw, BoardData) or f'{error}.'}") from None
    spaces = _spaces(data, source)
    _lanes(data, source)
    _icons(data, spaces, source)
    _spawns(data, spaces, source)
    touching = _touching(data, spaces)
    _connected(data, touching, source)
    _readers(data, spaces, touching, source)
    return data


def _spaces(data: BoardData, source: str) -> dict[Place, HexData]:
    zones = [z.id for z in data.zones]
    for zone in zones:
        if zones.count(zone) > 1:
            raise Refused(f"{source}: zone {zone!r} stands in zones twice.")
    spaces: dict[Place, HexData] = {}
    for h in data.hexes:
        if h.zone not in zones:
            raise Refused(
                f"{source}: hex {h.q},{h.r} lies in zone {h.zone!r}, which zones does not name."
                f"{plain.meant(h.zone, zones)}"
            )
        if name(h.q, h.r) in spaces:
            raise Refused(f"{source}: hex {h.q},{h.r} stands in hexes twice.")
        spaces[name(h.q, h.r)] = h
    for zone in zones:
        inside = [p for p, h in spaces.items() if h.zone == zone]
        if not inside:
            raise Refused(f"{source}: zone {zone!r} has no hexes.")
        if len(_reached(inside[0], inside)) != len(inside):
            raise Refused(f"{source}: zone {zone!r} is not connected, and a zone must be (G-ACT-05).")
    return spaces


def _reached(start: Place, among: Iterable[Place]) -> set[Place]:
    """The places that can be walked to from one of them without leaving them."""
    left = set(among) - {start}
    seen, edge = {start}, [start]
    while edge:
        edge = [n for n in dict.fromkeys(n for p in edge for n in neighbours(p)) if n in left]
        left -= set(edge)
        seen |= set(edge)
    return seen


def _lanes(data: BoardData, source: str) -> None:
    zones = [z.id for z in data.zones]
    if not data.lanes:
        raise Refused(f"{source}: lanes is empty.")
    ids = [lane.id for lane in data.lanes]
    for lane in data.lanes:
        for zone in lane.zones:
            if zone not in zones:
                raise Refused(
                    f"{source}: lane {lane.id!r} goes through zone {zone!r}, which zones does not name."
                    f"{plain.meant(zone, zones)}"
                )
        if len(lane.zones) != 5 or len(set(lane.zones)) != 5:
            raise Refused(f"{source}: lane {lane.id!r} needs five zones of the board (G-R-02).")
        if ids.count(lane.id) > 1:
            raise Refused(f"{source}: lane {lane.id!r} stands in lanes twice.")
        if (lane.zones[0], lane.zones[-1]) != (data.lanes[0].zones[0], data.lanes[0].zones[-1]):
            raise Refused(
                f"{source}: lane {lane.id!r} must link the same two throne zones as the first (G-R-02)."
            )
        if lane.start and lane.start != lane.zones[2]:
            raise Refused(
                f"{source}: lane {lane.id!r}: start is its middle zone {lane.zones[2]!r}, not {lane.start!r}."
            )


def _icons(data: BoardData, spaces: dict[Place, HexData], source: str) -> None:
    fought = list(dict.fromkeys(zone for lane in data.lanes for zone in lane.zones[1:4]))
    for zone in data.minion_icons:
        if zone not in fought:
            raise Refused(
                f"{source}: minion_icons has zone {zone!r}; minions fight in {plain.one_of(fought, 'and')}."
                f"{plain.meant(zone, fought)}"
            )
    wanted: dict[str, int] | None = None
    for zone in fought:
        for team in TEAMS:
            icons: Any = data.minion_icons.get(zone, {}).get(team, {})
            counts: dict[str, int] = {kind: len(icons.get(kind, ())) for kind in KINDS}
            wanted = wanted or counts
            if counts != wanted or not counts["heavy"]:
                raise Refused(
                    f"{source}: minion_icons of zone {zone!r} for the {team} do not have the same "
                    "numbers as the first zone (G-R-05)."
                )
            for kind, points in icons.items():
                for q, r in points:
                    h = spaces.get(name(q, r))
                    if h is None or h.zone != zone or h.terrain != "open":
                        raise Refused(
                            f"{source}: minion_icons of zone {zone!r} name {kind} at {q},{r}, "
                            "which is no open space of that zone."
                        )
    used = Counter(
        point
        for kinds in data.minion_icons.values()
        for k in kinds.values()
        for ps in k.values()
        for point in ps
    )
    for point, n in used.items():
        if n > 1:
            raise Refused(f"{source}: minion_icons has two icons at {point[0]},{point[1]}.")


def _spawns(data: BoardData, spaces: dict[Place, HexData], source: str) -> None:
    icons = {
        name(q, r)
        for kinds in data.minion_icons.values()
        for k in kinds.values()
        for ps in k.values()
        for q, r in ps
    }
    for i, team in enumerate(TEAMS):
        home = data.lanes[0].zones[-i]
        points: Any = data.hero_spawns.get(team, ())
        here = f"{source}: hero_spawns of the {team} must be open spaces of zone {home!r}"
        if not points:
            raise Refused(f"{here}; there is none.")
        for q, r in points:
            h = spaces.get(name(q, r))
            if h is None or h.zone != home or h.terrain != "open":
                what = (
                    "is not on the board"
                    if h is None
                    else (f"lies in zone {h.zone!r}" if h.zone != home else f"is {h.terrain}")
                )
                raise Refused(f"{here}; {q},{r} {what}.")
            if name(q, r) in icons:
                raise Refused(f"{here}; {q},{r} is a minion icon.")
        if len(set(points)) < len(points):
            raise Refused(f"{here}; one of them stands there twice.")


def _touching(data: BoardData, spaces: dict[Place, HexData]) -> dict[str, set[str]]:
    """Neighbouring zones: a passable space of one touches a passable space of the other (G-R-04)."""
    found: dict[str, set[str]] = {z.id: set() for z in data.zones}
    for place, h in spaces.items():
        if h.terrain in PASSABLE:
            for n in neighbours(place):
                other = spaces.get(n)
                if other is not None and other.terrain in PASSABLE and other.zone != h.zone:
                    found[h.zone].add(other.zone)
    return found


def _connected(data: BoardData, touching: dict[str, set[str]], source: str) -> None:
    """A lane can be walked from throne to throne (G-R-02)."""
    for lane in data.lanes:
        for a, b in zip(lane.zones, lane.zones[1:], strict=False):
            if b not in touching[a]:
                raise Refused(
                    f"{source}: lane {lane.id!r}: zones {a!r} and {b!r} do not touch; no passable space of one "
                    "lies beside one of the other (G-R-04)."
                )


# ------------------------------------------------------------------ what is written for readers


def _readers(
    data: BoardData, spaces: dict[Place, HexData], touching: dict[str, set[str]], source: str
) -> None:
    """Keys that repeat the rest must be true, or a reader learns something false."""
    if sorted(data.teams) != sorted(TEAMS):
        raise Refused(f"{source}: teams are titans and atlanteans, not {plain.shown(list(data.teams))}.")
    true = sorted({tuple(sorted((a, b))) for a, others in touching.items() for b in others})
    if data.zone_adjacency is not None:
        said = sorted({tuple(sorted(pair)) for pair in data.zone_adjacency})
        for pair in said:
            if pair not in true:
                raise Refused(
                    f"{source}: zone_adjacency names {pair[0]!r} and {pair[1]!r}, which do not touch (G-R-04)."
                )
        for pair in true:
            if pair not in said:
                raise Refused(
                    f"{source}: zone_adjacency leaves out {pair[0]!r} and {pair[1]!r}, which touch (G-R-04)."
                )
    grounds = Counter(h.terrain for h in spaces.values())
    facts = {"spaces": len(spaces), "passable": grounds["open"] + grounds["water"]} | {
        str(ground): grounds[ground] for ground in GROUNDS
    }
    for key, n in (data.counts or {}).items():
        if key not in facts:
            raise Refused(
                f"{source}: counts.{key} is unknown; it has {plain.one_of(facts, 'and')}.{plain.meant(key, facts)}"
            )
        if n != facts[key]:
            raise Refused(
                f"{source}: counts.{key} says {n}, but there {'is' if facts[key] == 1 else 'are'} {facts[key]}."
            )
    for z in data.zones:
        inside = [h for h in spaces.values() if h.zone == z.id]
        here = f"{source}: zone {z.id!r}"
        walk = sum(h.terrain in PASSABLE for h in inside)
        lanes = [lane.id for lane in data.lanes if z.id in lane.zones]
        if z.size not in (None, len(inside)):
            raise Refused(f"{here}: size says {z.size}, but it has {plural(len(inside), 'hex', 'hexes')}.")
        if z.passable not in (None, walk):
            raise Refused(
                f"{here}: passable says {z.passable}, but it has {plural(walk, 'passable hex', 'passable hexes')}."
            )
        if z.adjacent is not None and set(z.adjacent) != touching[z.id]:
            raise Refused(f"{here}: adjacent is {plain.one_of(sorted(touching[z.id]), 'and')} (G-R-04).")
        if z.lanes is not None and sorted(z.lanes) != sorted(lanes):
            true_lanes = plain.one_of(lanes, "and") if lanes else "none"
            raise Refused(f"{here}: lanes names {plain.shown(list(z.lanes))}, but it lies in {true_lanes}.")
    _points(data, spaces, source)


def _points(data: BoardData, spaces: dict[Place, HexData], source: str) -> None:
    """Icons and spawn points that are written beside a hex too; a file that does so does it everywhere."""
    icons = {
        name(q, r): IconData(team, kind)
        for kinds in data.minion_icons.values() for team, k in kinds.items() for kind, ps in k.items() for q, r in ps
    }  # fmt: skip
    spawns = {name(q, r): team for team, points in data.hero_spawns.items() for q, r in points}
    for key, where in (("icon", icons), ("hero_spawn", spawns)):
        if not any(getattr(h, key) is not None for h in spaces.values()):
            continue
        table = "minion_icons" if key == "icon" else "hero_spawns"
        for place, h in spaces.items():
            if getattr(h, key) != where.get(place):
                raise Refused(
                    f"{source}: hex {place}: {key} and {table} do not agree; change both, "
                    f"or leave {key} out everywhere."
                )
    for team, points in (data.throne_spaces or {}).items():
        for q, r in points:
            at = spaces.get(name(q, r))
            if at is None or at.terrain != "throne":
                raise Refused(
                    f"{source}: throne_spaces of the {team} names {q},{r}, which is no throne space."
                )
