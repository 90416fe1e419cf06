"""Teams, mechs, rivals and schemes: data that an owner of the game may replace (L-R-04, L-R-05).

A data set is one TOML file with `[[team]]`, `[[mech]]` and `[[scheme]]` entries, like
data/teaching.toml. Whatever is wrong with it is refused with one sentence that names the place.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from .actions import CATEGORIES, PLACEHOLDER, BetOn, Buy, Dealt, Drop, Exchange, Hit, Pick, Shown, Slide, Swap
from .board import AROUND, FAR, SLOTS

AT_ONCE: Final = ("swap_adjacent", "push_line", "ko_without_attacker")
"""Effects carried out before the slide (L-SCH-24, L-SCH-25, L-SCH-29)."""
THIS_TURN: Final = (
    "diagonal_slide", "jump", "two_slides", "all_teams_rivals", "reach_eight_ko_two", "spare_for_credit",
)  # fmt: skip
"""Effects that last for the turn (L-SCH-21 to 23, L-SCH-26 to 28)."""
EFFECTS: Final = THIS_TURN + AT_ONCE


class Team(Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    name: str


class Mech(Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    name: str
    team: str
    rivals: tuple[str, ...]


class Scheme(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    effect: str
    text: str = ""


class Roster:
    """One checked data set with the look-ups that the engine uses. Never changed after it is made."""

    def __init__(self, teams: tuple[Team, ...], mechs: tuple[Mech, ...], schemes: tuple[Scheme, ...]) -> None:
        self.teams, self.mechs, self.schemes = teams, mechs, schemes
        self.team_codes = tuple(t.code for t in teams)
        self.codes = tuple(m.code for m in mechs)
        self.scheme_ids = tuple(s.id for s in schemes)
        self.team = {t.code: t for t in teams}
        self.mech = {m.code: m for m in mechs}
        self.scheme = {s.id: s for s in schemes}
        self.team_of = {m.code: m.team for m in mechs}
        self.index = {t.code: i for i, t in enumerate(teams)}
        self.squad = {t: tuple(m.code for m in mechs if m.team == t) for t in self.team_codes}
        self.effect = {s.id: s.effect for s in schemes} | {"": ""}
        self.prey = {m.code: frozenset(x.code for x in mechs if x.team in m.rivals) for m in mechs}
        """Mech -> all rivals of it (L-ATT-01)."""
        self.others = {m.code: frozenset(x.code for x in mechs if x.team != m.team) for m in mechs}
        """Mech -> every mech of another team (L-SCH-26)."""
        # One object per possible action: playing makes none.
        self.slides: dict[str, dict[int, Slide]] = {
            m: {i * 16 + j: Slide(m, SLOTS[i], SLOTS[j]) for i in range(16) for j in AROUND[i] + FAR[i]}
            for m in self.codes
        }
        self.swaps = {
            out: {into: Swap(out, into) for into in self.codes if into != out} for out in (*self.codes, "")
        }
        self.bets = {c: tuple(BetOn(c, t) for t in self.team_codes) for c in CATEGORIES}
        self.picks = {m: Pick(m) for m in self.codes}
        self.hits = {m: Hit(m) for m in self.codes}
        self.drops = {m: Drop(m) for m in self.codes}
        self.exchanges = {(a, b): Exchange(a, b) for a in self.codes for b in self.codes if a != b}
        self.buys = {s: Buy(s) for s in self.scheme_ids}
        self.dealt = {t: (Dealt(t), 1) for t in (*self.codes, PLACEHOLDER)}
        self.shown = {s: (Shown(s), 1) for s in self.scheme_ids}

    @property
    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """Row team, column team -> mechs of the row team that hunt the column team (L-R-05)."""
        return tuple(
            tuple(sum(b in self.mech[m].rivals for m in self.squad[a]) for b in self.team_codes)
            for a in self.team_codes
        )

    def called(self, mech: str) -> str:
        """A mech by its letter, number and name: "R1 Switchback"."""
        return f"{mech} {self.mech[mech].name}" if mech in self.mech else mech

    def team_called(self, team: str) -> str:
        """A team by its name, with its letter: "Appalachian Ramblers (R)"."""
        return f"{self.team[team].name} ({team})" if team in self.team else team

    def hunters(self, mech: str) -> tuple[str, ...]:
        """The mechs that have `mech` as a rival."""
        return tuple(m for m in self.codes if mech in self.prey[m])


@lru_cache(maxsize=32)
def roster(data_set: str) -> Roster:
    """The data set of an option: "teaching", or the path of a file.

    Raises ValueError with one sentence for a file that cannot be used.
    """
    if data_set == "teaching":
        source: Any = files(__package__) / "data" / "teaching.toml"
    else:
        source = Path(data_set)
    try:
        text = source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not a UTF-8 text"
        raise ValueError(f"The data file {data_set} cannot be read: {why}.") from None
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"The data file {data_set} is not TOML: {error}.") from None
    return check(raw, f"The data file {data_set}" if data_set != "teaching" else "The teaching set")


def check(raw: dict[str, Any], where: str = "The data") -> Roster:
    """A Roster from the entries of a file (L-SET-02, L-R-02, L-R-04, L-ATT-01).

    Raises ValueError with one sentence naming the place: 5 teams, 3 mechs each, two different rival
    teams a mech and never its own, 9 schemes with known effects, no name twice.
    """

    def entries(key: str, kind: Any) -> Any:
        made = []
        found = raw.get(key, [])
        if not isinstance(found, list):
            raise ValueError(f"{where}: {key} must be a list of [[{key}]] entries.")
        for i, entry in enumerate(found, 1):
            try:
                made.append(msgspec.convert(entry, kind))
            except msgspec.ValidationError as error:
                raise ValueError(f"{where}, {key} {i}: {error}.") from None
        return tuple(made)

    extra = [key for key in raw if key not in ("team", "mech", "scheme")]
    if extra:
        raise ValueError(f"{where}: unknown entry {extra[0]!r}; only team, mech and scheme are known.")
    teams: tuple[Team, ...] = entries("team", Team)
    mechs: tuple[Mech, ...] = entries("mech", Mech)
    schemes: tuple[Scheme, ...] = entries("scheme", Scheme)
    codes = [t.code for t in teams]

    if len(teams) != 5:
        raise ValueError(f"{where}: 5 teams are needed, there are {len(teams)} [L-SET-02].")
    for key, words in (
        ("team code", codes),
        ("team name", [t.name for t in teams]),
        ("mech code", [m.code for m in mechs]),
        ("mech name", [m.name for m in mechs]),
        ("scheme id", [s.id for s in schemes]),
        ("scheme name", [s.name for s in schemes]),
    ):
        seen: set[str] = set()
        for i, word in enumerate(words, 1):
            if not word.strip():
                raise ValueError(f"{where}, {key.split()[0]} {i}: the {key.split()[1]} is empty.")
            if word in seen:
                raise ValueError(f"{where}, {key.split()[0]} {i}: the {key} {word!r} is used twice.")
            seen.add(word)
            if key.endswith(("code", "id")) and not (word.isalnum() and len(word) <= 8):
                raise ValueError(
                    f"{where}, {key.split()[0]} {i}: {key} {word!r} must be one to eight letters or digits."
                )
    for i, mech in enumerate(mechs, 1):
        at = f"{where}, mech {i} ({mech.code})"
        if mech.team not in codes:
            raise ValueError(f"{at}: there is no team {mech.team!r}; teams are {', '.join(codes)}.")
        for rival in mech.rivals:
            if rival not in codes:
                raise ValueError(f"{at}: there is no rival team {rival!r}; teams are {', '.join(codes)}.")
        if mech.team in mech.rivals:
            raise ValueError(f"{at}: its own team {mech.team} cannot be its rival [L-ATT-01].")
        if len(mech.rivals) != 2 or len(set(mech.rivals)) != 2:
            raise ValueError(f"{at}: two different rival teams are needed, not {list(mech.rivals)} [L-R-04].")
    for code in codes:
        have = [m.code for m in mechs if m.team == code]
        if len(have) != 3:
            raise ValueError(
                f"{where}, team {code}: three mechs are needed, there are {len(have)} ({', '.join(have)}) [L-R-02]."
            )
    if len(schemes) != 9:
        raise ValueError(f"{where}: 9 schemes are needed, there are {len(schemes)} [L-R-04].")
    for i, scheme in enumerate(schemes, 1):
        if scheme.effect not in EFFECTS:
            raise ValueError(
                f"{where}, scheme {i} ({scheme.id}): there is no effect {scheme.effect!r}; effects are "
                f"{', '.join(EFFECTS)} [L-R-04]."
            )
    return Roster(teams, mechs, schemes)
