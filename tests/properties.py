"""What the shared suite of properties stands on: random games, transcripts, counts.

Run as a program it writes the golden files, after a change of rules or words that was meant:

    python -m tests.properties --write            all games
    python -m tests.properties --write sinking    one game

and `python -m tests.properties --print sinking` prints the fingerprint of a few games, which has
to be the same in every process.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from atlantis_nb.core.game import Action, Chance, Decision, Event, Game, draw, pick
from atlantis_nb.core.match import Match, result_words

GOLDEN = Path(__file__).with_name("golden")
LONGEST = 600
"""Nodes of a golden game that are told in full."""
WIDEST = 4000
"""Most positions of a frozen count."""


# ------------------------------------------------------------------ the games


@cache
def game_ids() -> tuple[str, ...]:
    """The toy, and every game there is by looking."""
    package = import_module("atlantis_nb.games")
    found = ["toy"]
    for name in package.folders():
        try:
            package.games[name]
        except KeyError:  # a folder without a GAME: not written yet
            continue
        except Exception:  # noqa: BLE001 - a game that cannot be imported fails its own tests, not all
            pass
        found.append(name)
    return tuple(found)


def game_of(game_id: str) -> Game[Any]:
    if game_id == "toy":
        return import_module("tests.toy").GAME  # type: ignore[no-any-return]
    game: Game[Any] = import_module("atlantis_nb.games").games[game_id]
    return game


@cache
def sizes(game_id: str) -> tuple[int, ...]:
    """The numbers of players that the plain options allow, fewest first."""
    game, found = game_of(game_id), []
    for players in range(game.players[0], game.players[1] + 1):
        try:
            game.start(game.options(), game.seats(players))
        except ValueError:  # this number needs other options
            continue
        found.append(players)
    return tuple(found)


def variants(game: Game[Any]) -> list[dict[str, Any]]:
    """Options with one value changed: each value of each switch and of each short choice."""
    from typing import Literal, get_args, get_origin

    import msgspec

    found: list[dict[str, Any]] = []
    plain = game.options()
    for f in msgspec.structs.fields(game.Options):
        kind = f.type
        values: Sequence[Any] = ()
        if kind is bool:
            values = (True, False)
        elif get_origin(kind) is Literal:
            values = get_args(kind)
        found += [{f.name: value} for value in values if value != getattr(plain, f.name)]
    return found


# ------------------------------------------------------------------ random games


@dataclass
class Step:
    state: Any
    action: Action
    events: tuple[Event, ...]
    chance: bool


@dataclass
class Walk:
    """One game played at random, with all its states and the digests they had when they were new."""

    game: Game[Any]
    steps: list[Step] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    end: Any = None

    @property
    def states(self) -> list[Any]:
        return [step.state for step in self.steps] + [self.end]

    def some(self, n: int = 40) -> list[Any]:
        """The first ten states, those at powers of two, and others evenly between, the last included."""
        last = len(self.steps)
        at = {*range(min(10, last)), *(2**k for k in range(20) if 2**k < last), last}
        at |= {last * k // n for k in range(n)}
        states = self.states
        return [states[i] for i in sorted(at)]

    def at(self, kind: type, n: int = 30) -> list[Any]:
        """States that stand at a decision or at a chance, evenly spread, every task among them."""
        fit = [s for s in self.states if isinstance(self.game.task(s), kind)]
        spread = fit[:: max(1, len(fit) // n)]
        first: dict[type, Any] = {}
        for state in fit:
            first.setdefault(type(self.game.task(state)), state)
        return spread + [s for s in first.values() if all(s is not other for other in spread)]


Choose = Callable[[Any, Sequence[Action]], Action]


def play_out(game: Game[Any], state: Any, choose: Choose, rng: random.Random, limit: int) -> Walk:
    walk = Walk(game)
    walk.digests.append(state.digest())
    for _ in range(limit):
        task = game.task(state)
        if task is None:
            break
        chance = isinstance(task, Chance)
        action = draw(task.outcomes(state), rng) if chance else choose(state, task.legal(state))
        after, events = game.step(state, action)
        walk.steps.append(Step(state, action, events, chance))
        walk.digests.append(after.digest())
        state = after
    walk.end = state
    return walk


@cache
def walk_of(game_id: str, players: int, seed: int) -> Walk:
    game = game_of(game_id)
    rng = random.Random(seed)
    state = game.start(game.options(), game.seats(players))
    return play_out(game, state, lambda _, legal: legal[pick(rng, len(legal))], rng, game.bound + 1)


@cache
def walks(game_id: str) -> tuple[Walk, ...]:
    """A few random games: the fewest and the most players."""
    low, *_, high = sizes(game_id) * 2
    return (walk_of(game_id, low, 1), walk_of(game_id, high, 2))


# ------------------------------------------------------------------ transcripts and counts


def fingerprint(game_id: str) -> str:
    """A short text that changes if anything said, offered or drawn in a few games does."""
    game = game_of(game_id)
    mill = hashlib.blake2b(digest_size=8)

    def grind(thing: Any) -> None:
        mill.update(repr(thing).encode())

    match = Match(game, seed=11)
    for _ in match.running("random", until=150):
        grind([str(a) for a in match.legal])
        grind([event.text for event in match.node.events])
        grind(match.state.digest())
    grind(match.scene().words())
    grind([panel.words() for panel in match.panels()])
    grind(sorted(game.measures(match.state).items()))
    grind(game.encode(match.state))
    return mill.hexdigest()


def transcript(game_id: str, players: int, seed: int) -> str:
    """A whole game in words: every choice, every event with its rules, now and then the board.

    Of a long game the middle is told by digests alone.
    """
    game = game_of(game_id)
    match = Match(game, players, seed).run("random")
    line = match.main()
    lines = [f"{game.title}: {game.setup_text(match.root.state)}. Seed {seed}, random play."]
    for node in line:
        if node.ply % 100 == 0 or not node.children:
            lines.append(f"  == {match.clock_at(node).label}, {node.state.digest()}")
        if LONGEST < node.ply < len(line) - 50:
            continue
        lines.append(f"{node.ply}. {match.label(node)}")
        for event in node.events:
            to = "" if event.to is None else f" (to {', '.join(match.names[s] for s in event.to)})"
            lines.append(f"    {event.text} [{', '.join(event.rules)}]{to}")
        if node.ply % 100 == 0 or not node.children:
            lines += [f"  | {words}" for words in game.scene(node.state, None).words()]
            lines += [f"  | {words}" for panel in game.panels(node.state, None) for words in panel.words()]
    if match.result is not None:
        lines.append(result_words(match.result, match.names))
    return "\n".join(lines) + "\n"


def count(game: Game[Any], state: Any, depth: int, most: int) -> int:
    """Lines of play of this length (chance results count like choices); gives up beyond `most`."""
    if depth == 0 or not state.agenda:
        return 1
    task = state.agenda[-1]
    ways = [a for a, _ in task.outcomes(state)] if isinstance(task, Chance) else task.legal(state)
    if depth == 1:
        return len(ways)
    total = 0
    for action in ways:
        after = state.copy()
        game.advance(after, action)
        total += count(game, after, depth - 1, most)
        if total > most:
            break
    return total


def counts(game_id: str) -> str:
    """Numbers of lines of play from three positions of a fixed game, under each first action."""
    walk = walks(game_id)[0]
    game, states = walk.game, [s for s in walk.states if isinstance(walk.game.task(s), Decision)]
    lines = []
    for name, state in (
        ("first choice", states[0]),
        ("a third", states[len(states) // 3]),
        ("late", states[-2]),
    ):
        depth = 1
        while depth < 5 and count(game, state, depth + 1, WIDEST) <= WIDEST:
            depth += 1
        lines.append(f"{name} {state.digest()}, depth {depth}: {count(game, state, depth, WIDEST)}")
        for action in game.legal(state):
            after = state.copy()
            game.advance(after, action)
            lines.append(f"    {action}: {count(game, after, depth - 1, WIDEST)}")
    return "\n".join(lines) + "\n"


def golden_files(game_id: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """Name of each golden file of a game, and what makes its text."""
    low, *_, high = sizes(game_id) * 2
    yield f"{game_id}-counts.txt", lambda: counts(game_id)
    yield f"{game_id}-{low}.txt", lambda: transcript(game_id, low, 1)
    if high > low:
        yield f"{game_id}-{high}.txt", lambda: transcript(game_id, high, 2)


def chi_square(seen: Sequence[int], weights: Sequence[int]) -> tuple[float, int]:
    """The statistic and its degrees of freedom; rare results are put together."""
    n, total = sum(seen), sum(weights)
    value, cells, rest_seen, rest_due = 0.0, 0, 0, 0.0
    for count_, weight in sorted(zip(seen, weights, strict=True), key=lambda pair: pair[1]):
        rest_seen, rest_due = rest_seen + count_, rest_due + n * weight / total
        if rest_due >= 8:
            value, cells = value + (rest_seen - rest_due) ** 2 / rest_due, cells + 1
            rest_seen, rest_due = 0, 0.0
    return value, max(0, cells - 1)


def fits(seen: Sequence[int], weights: Sequence[int]) -> bool:
    """True unless the counts are such as come less than about once in 100,000 times."""
    value, df = chi_square(seen, weights)
    return df == 0 or value <= df + 4.5 * (2 * df) ** 0.5 + 12


def plain_json(thing: Any) -> Any:
    return json.loads(json.dumps(thing))


def main(arguments: Sequence[str]) -> int:
    what, *ids = [*arguments, ""][:2]
    chosen = [i for i in ids if i] or game_ids()
    if what == "--print":
        print(" ".join(fingerprint(game_id) for game_id in chosen))
        return 0
    if what == "--write":
        GOLDEN.mkdir(exist_ok=True)
        for game_id in chosen:
            for name, make in golden_files(game_id):
                (GOLDEN / name).write_text(make(), encoding="utf-8")
                print(f"wrote {name}")
        return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
