"""State -> what there is to see on the board: slots, mechs, holes, legal slides, who would go.

Teams are no players, so each team is an owner beyond the seats: owner `players + k` is the k-th
team of the data set, with its own name, colour and letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlantis_nb.core.game import OPEN, Place, Viewer, and_list, plural
from atlantis_nb.core.scene import Cell, Key, Mark, Piece, Scene

from .actions import Drop, Hit, Slide
from .attack import Attack, victims
from .board import INDEX, SLOTS, ZONE
from .evaluate import settled, survival, threats
from .schemes import Trapdoor
from .slide import SlideMech
from .state import LeagueState

SIDE: Final = 1.6
PIECE_KINDS: Final = ("mech",)
TERRAINS: Final = ("corner", "edge", "centre")
MARK_KINDS: Final = ("legal", "from", "danger", "control", "note", "range")

BADGES: Final = "letters above: the two teams it hunts; $ a credit, ! named for a KO, * on your Pentafecta"
SURVIVED: Final = "survived; the numbers: players who picked it, * is you"

OVERLAYS: Final = {
    "slides": "Legal slides",
    "knockouts": "Slides that knock out",
    "danger": "Exposed mechs",
    "rivals": "Hunts at the cursor",
    "survival": "Chance to survive",
}


def owners(state: LeagueState) -> tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...]]:
    """Names, colours and letters of all owners: the players, then the five teams."""
    n = len(state.names)
    data = state.roster
    return (
        (*state.names, *(t.name for t in data.teams)),
        (*range(n), *range(len(data.teams))),
        (*(str(k + 1) for k in range(n)), *data.team_codes),
    )  # fmt: skip


def team_owner(state: LeagueState, team: str) -> int:
    return len(state.names) + state.roster.index[team]


def scene(state: LeagueState, viewer: Viewer) -> Scene:
    names, teams, letters = owners(state)
    data = state.roster
    sliding = bool(state.agenda) and isinstance(state.agenda[-1], SlideMech)
    hits = blows(state) if sliding else []
    return Scene(
        title=f"Arena, round {max(1, state.round)}",
        cells=tuple(cell(state, i, hits) for i in range(16)),
        pieces=tuple(
            mech_piece(state, mech, SLOTS[i], viewer) for i, mech in enumerate(state.arena) if mech
        ),
        marks=marks(state),
        legend=(
            *(Key("owner", "mech", f"{t.name} ({t.code})", team_owner(state, t.code)) for t in data.teams),
            Key("piece", "mech", survivors_key(state) if state.scored else BADGES),
            *(Key("terrain", zone, f"{zone} slot") for zone in TERRAINS),
        ),
        names=names,
        caption=caption(state),
        teams=teams,
        letters=letters,
    )  # fmt: skip


def survivors_key(state: LeagueState) -> str:
    """What the numbers over a survivor mean: the seats, by name."""
    return f"{SURVIVED}: {', '.join(f'{seat + 1} {name}' for seat, name in enumerate(state.names))}"


def caption(state: LeagueState) -> str:
    if state.scored:
        return f"Round {state.round} is scored. Survivors: {and_list(state.standing())}."
    standing = sum(m != "" for m in state.arena)
    holes = [SLOTS[i] for i, m in enumerate(state.arena) if not m]
    words = f"{plural(standing, 'mech')} in the arena; empty: {', '.join(holes) if len(holes) < 16 else 'all slots'}."
    if state.first_out:
        words += f" First out: {state.roster.team[state.first_out].name}."
    return words


def cell(state: LeagueState, i: int, hits: Sequence[tuple[Slide, list[str]]] = ()) -> Cell:
    """A slot; an empty one tells which of the slides on offer knock out from there, and whom."""
    zone = ZONE[i]
    facts = [f"{zone.capitalize()} slot"] if state.arena[i] else [f"Empty {zone} slot"]
    facts += [f"{a.mech} here knocks out {' or '.join(hit)}" for a, hit in hits if a.to == SLOTS[i]]
    return Cell(
        place=SLOTS[i], x=(i % 4) * SIDE, y=(i // 4) * SIDE, terrain=zone, label=SLOTS[i], facts=tuple(facts),
        shape="square", name=f"{SLOTS[i]} ({zone}{'' if state.arena[i] else ', empty'})",
    )  # fmt: skip


def mech_piece(state: LeagueState, mech: str, place: Place, viewer: Viewer) -> Piece:
    """A mech tile: team colour and letter, number, the two rival teams, a "$" with its credit."""
    entry = state.roster.mech[mech]
    team = state.roster.team[entry.team].name
    if state.scored:
        return survivor(state, mech, place, viewer)
    rivals = " and ".join(state.roster.team[t].name for t in entry.rivals)
    badges = ["".join(entry.rivals)]
    words = f"{mech} {entry.name} of the {team}, hunts the {rivals}"
    if mech in state.tokens:
        badges.append("$")
        words += ", carries a credit"
    if mech in state.named:
        badges.append("!")
        words += ", named for a KO"
    if viewer is not OPEN and 0 <= viewer < len(state.bets) and mech in state.bets[viewer].picks:
        badges.append("*")
        words += ", on your Pentafecta"
    return Piece(mech, place, team_owner(state, entry.team), "mech", mech, 1, tuple(badges), words)


def survivor(state: LeagueState, mech: str, place: Place, viewer: Viewer) -> Piece:
    """A mech that has survived a scored round, with the players who picked it (L-SCO-05)."""
    entry = state.roster.mech[mech]
    picked = [seat for seat, bet in enumerate(state.bets) if mech in bet.picks]
    words = f"{mech} {entry.name} of the {state.roster.team[entry.team].name} survived, picked by "
    words += and_list([state.names[seat] for seat in picked])
    numbers = [str(seat + 1) for seat in picked]
    pairs = ["·".join(numbers[k : k + 2]) for k in range(0, len(numbers), 2)]  # a badge has room for two
    badges = pairs + ["*"] * (viewer in picked)
    return Piece(mech, place, team_owner(state, entry.team), "mech", mech, 1, tuple(badges), words)


def marks(state: LeagueState) -> tuple[Mark, ...]:
    """An arrow for the move just made (a frame would hide half of a mech), and the victims named."""
    if state.scored:
        return ()
    found = []
    for mech, start, to in state.moved or state.moved_before:
        found.append(Mark("from", start, to, label=f"{mech} came from here"))
    for mech in state.named:
        place = state.slot_of(mech)
        if place:
            found.append(Mark("danger", place, value=1.0, label=f"{mech} will be knocked out"))
    return tuple(found)


# ---------------------------------------------------------------- overlays


def slides_now(state: LeagueState) -> list[Slide]:
    """The slides on offer, or those that would be if the player on turn slid at once."""
    task = state.agenda[-1] if state.agenda else None
    if not state.turn or state.scored:
        return []
    mover = task if isinstance(task, SlideMech) else SlideMech(player=max(0, state.active))
    return [a for a in mover.legal(state) if isinstance(a, Slide)]


def overlay(state: LeagueState, viewer: Viewer, key: str, place: Place | None) -> tuple[Mark, ...]:
    """The marks of one overlay. Raises KeyError for a key that is not in OVERLAYS."""
    task = state.agenda[-1] if state.agenda else None
    if key == "slides":
        if isinstance(task, Attack | Trapdoor):
            named = [a.mech for a in task.legal(state) if isinstance(a, Hit | Drop)]
            return tuple(Mark("legal", state.slot_of(m) or "", label=f"{m} may be chosen") for m in named)
        return tuple(
            Mark("legal", a.start, a.to, label=str(a))
            for a in slides_now(state)
            if place in (None, a.start, a.to)
        )
    if key == "knockouts":
        return knockouts(state, place)
    if key == "danger":
        return tuple(
            Mark(
                "danger",
                state.slot_of(m) or "",
                value=share,
                label=f"{share:.0%} of slides can knock out {m}",
            )
            for m, share in threats(state).items()
        )
    if key == "survival":
        return tuple(
            Mark("control", state.slot_of(m) or "", value=p, label=f"{m} survives with {p:.0%}")
            for m, p in (survival(settled(state)) | dict.fromkeys(state.named, 0.0)).items()
        )
    if key == "rivals":
        mech = state.arena[INDEX[place]] if place in INDEX else ""
        if not mech:
            return ()
        prey = [m for m in state.arena if m in state.roster.prey[mech]]
        hunters = [m for m in state.roster.hunters(mech) if m in state.arena]
        return (
            *(Mark("range", state.slot_of(m) or "", label=f"{mech} hunts {m}") for m in prey),
            *(Mark("danger", state.slot_of(m) or "", value=0.6, label=f"{m} hunts {mech}") for m in hunters),
        )  # fmt: skip
    raise KeyError(key)


def blows(state: LeagueState) -> list[tuple[Slide, list[str]]]:
    """The slides that knock out, each with whom it can; the first of a Double Shift does not (L-R-40)."""
    task = state.agenda[-1] if state.agenda else None
    if isinstance(task, SlideMech) and task.left:
        return []
    found = ((a, victims_after(state, a)) for a in slides_now(state))
    return [(a, hit) for a, hit in found if hit]


def knockouts(state: LeagueState, place: Place | None) -> tuple[Mark, ...]:
    """An arrow for each slide that knocks out, and on each victim the mechs that can do it.

    With a `place` only what begins, ends or falls there.
    """
    found: list[Mark] = []
    by: dict[str, list[str]] = {}
    for a, hit in blows(state):
        if place in (None, a.start, a.to, *(state.slot_of(m) for m in hit)):
            words = f"{a} can knock out {' or '.join(hit)}"
            found.append(Mark("danger", a.start, a.to, value=1.0, label=words))
            for mech in hit:
                by.setdefault(mech, []).append(a.mech)
    for mech, hunters in by.items():
        who = list(dict.fromkeys(hunters))
        label = f"by {' '.join(who)}" if len(who) < 4 else f"by {len(who)} mechs"
        label = f"hit {label}" if len(who) == 1 else label
        found.append(Mark("danger", state.slot_of(mech) or "", value=1.0, label=label))
    return tuple(found)


def victims_after(state: LeagueState, action: Slide) -> list[str]:
    """Whom the slid mech could attack from its new slot, with the scheme in play."""
    after = state.copy()
    after.arena[INDEX[action.start]], after.arena[INDEX[action.to]] = "", action.mech
    return victims(after, action.mech, INDEX[action.to])
