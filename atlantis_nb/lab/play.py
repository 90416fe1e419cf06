"""One game of a batch, as fast as the engine goes: no log, no tree, only what is measured.

The game is the one that `Match(game, players, seed, options).run(bots)` plays, action for action, so
every row of a table can be opened and stepped through.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from math import exp, log
from typing import Any

import msgspec
from msgspec import Struct

import atlantis_nb
from atlantis_nb.core import luck
from atlantis_nb.core.bots import Random, asked, bot_name, by_seat
from atlantis_nb.core.game import Chooser, Decision, Game
from atlantis_nb.core.match import find_game

Row = dict[str, Any]
FOLLOW = ("", "round", "turn")


class Setting(Struct, frozen=True):
    """What all games of a series share. `variant` is its name where several are compared."""

    game: Game[Any]
    options: Any
    names: tuple[str, ...]
    bots: tuple[Chooser, ...]
    variant: str = ""
    follow: str = ""
    """Whether to record the course of a game: "", by "round" or by "turn"."""

    def rotated(self, by: int) -> tuple[Chooser, ...]:
        """The bots moved `by` seats on: the bot of seat 0 sits in seat `by`."""
        by %= len(self.bots)
        return self.bots[len(self.bots) - by :] + self.bots[: len(self.bots) - by]

    def labels(self) -> Row:
        """What is written into every row, so that a table says by itself what it is about."""
        return {
            "game": self.game.id,
            "variant": self.variant,
            "players": len(self.names),
            "options": msgspec.json.encode(self.options, order="sorted").decode(),
            "rules_version": self.game.rulebook.version,
            "version": atlantis_nb.__version__,
            "python": platform.python_version(),
            "cap": self.game.bound,
        }


def setting(
    game: str | Game[Any],
    bots: Any = "greedy",
    options: Any = None,
    players: int | None = None,
    variant: str = "",
    follow: str = "",
) -> Setting:
    """Check what was asked for. Raises ValueError with one sentence for what does not fit.

    `bots` is one bot (a name or a callable) for all seats or a list by seat; `players` is taken from
    such a list, else the fewest the game allows.
    """
    found = find_game(game)
    if options is None or isinstance(options, dict):
        options = found.options(**(options or {}))
    elif not isinstance(options, found.Options):
        raise ValueError(f"These are not options of {found.title}: use atl.options({found.id!r}, ...).")
    if players is None:
        many = isinstance(bots, Sequence) and not isinstance(bots, str)
        players = len(bots) if many else found.players[0]
    names = found.seats(players)
    choosers = by_seat(bots, players)
    if len(choosers) < players:
        raise ValueError("Every seat needs a bot in a simulation.")
    if follow not in FOLLOW:
        raise ValueError(f'follow is "", "round" or "turn", not {follow!r}.')
    one = Setting(found, options, names, tuple(choosers[seat] for seat in range(players)), variant, follow)
    found.start(options, names)  # refuses options that do not fit the number of players
    return one


def play(one: Setting, seed: int, swap: int = 0) -> tuple[Row, list[Row]]:
    """Play one game. Returns its row, and the rows of its course if the setting follows it."""
    game, bots = one.game, one.rotated(swap)
    idle = [isinstance(bot, Random) for bot in bots]  # needs no view: it never looks
    state = game.start(one.options, one.names)
    key = luck.first(seed)
    offered: list[int] = []
    by_player = [0] * len(bots)
    turns, turn, actions = 0, "", 0
    course: list[Row] = []
    mark: object = None
    while state.agenda and actions < game.bound:
        task = state.agenda[-1]
        if isinstance(task, Decision):
            seat = task.player
            clock = game.clock(state)
            if clock.turn != turn:
                turns, turn = turns + 1, clock.turn
            if one.follow and (now := clock.round if one.follow == "round" else turns) != mark:
                mark = now
                course.append(_position(game, state, clock.round, turns, actions))
            legal = asked(task.legal(state))
            offered.append(len(legal))
            by_player[seat] += 1
            if len(legal) == 1:
                action = legal[0]
            else:
                seen = state if idle[seat] else game.view(state, seat)
                action = bots[seat](game, seen, legal, luck.generator(key, "bot"))
                if action not in legal:
                    raise ValueError(f"The bot {bot_name(bots[seat])} chose {action}, which is not legal.")
        else:
            action = luck.fall(key, task.outcomes(state))
        key = luck.then(key, action)
        game.advance(state, action)
        actions += 1
    over = not state.agenda
    result = state.result
    winners = result.winners if over and result else ()
    scores = result.scores if over and result else ()
    clock = game.clock(state)
    choices = [n for n in offered if n > 1]
    row: Row = {"seed": seed, "swap": swap, **one.labels()}
    row["sides"] = "|".join(",".join(map(str, side)) for side in game.sides(state))
    row |= {f"bot_{seat}": bot_name(bot) for seat, bot in enumerate(bots)}
    row |= {"over": over, "winners": ",".join(map(str, winners))}
    for seat in range(len(bots)):
        row[f"share_{seat}"] = (seat in winners) / len(winners) if winners else None
    for seat in range(len(bots)):
        row[f"score_{seat}"] = scores[seat] if seat < len(scores) else None
    row |= {
        "margin": _margin(scores),
        "reason": result.reason if over and result else "",
        "rounds": clock.round,
        "turns": turns,
        "actions": actions,
        "decisions": len(offered),
        "branching": sum(offered) / len(offered) if offered else None,
        "branching_geometric": exp(sum(map(log, offered)) / len(offered)) if offered else None,
        "branching_max": max(offered, default=None),
        "choices": len(choices),
        "options_per_choice": sum(choices) / len(choices) if choices else None,
    }
    row |= {f"decisions_{seat}": n for seat, n in enumerate(by_player)}
    row |= {f"end {name}": value for name, value in game.measures(state).items()}
    if one.follow:
        course.append(_position(game, state, clock.round, turns, actions))
        for line in course:
            line["at"] = line["action"] / actions if actions else 1.0
        if over:
            course[-1] |= {f"x_{seat}": row[f"share_{seat}"] for seat in range(len(bots))}
        course = [{"seed": seed, "swap": swap, "variant": one.variant, **line} for line in course]
    return row, course


def _margin(scores: Sequence[float]) -> float | None:
    """How far the best score is ahead of the second, as a part of the best (at least 1)."""
    if len(scores) < 2:
        return None
    second, best = sorted(scores)[-2:]
    return (best - second) / max(1.0, best)


def _position(game: Game[Any], state: Any, round_: int, turn: int, action: int) -> Row:
    """Where a game stands: each seat's part of the heuristic worth (sum 1), and the measures."""
    worth = [game.evaluate(state, seat) for seat in range(len(state.names))]
    total = sum(worth)
    x = [w / total if total > 0 else 1 / len(worth) for w in worth]
    row: Row = {"round": round_, "turn": turn, "action": action}
    row |= {f"x_{seat}": value for seat, value in enumerate(x)}
    return row | game.measures(state)
