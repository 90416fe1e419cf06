"""The lists of a stepper as rows for `Lines`: the log, the moves with their side lines, what if.

Each is made from a match and what a viewer may know, and knows nothing of the widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..core.game import Action, Viewer
from ..core.match import LogLine, Match, Node
from ..core.odds import fraction_text, percent_texts
from .base import capital

Rows = list[dict[str, Any]]

WINDOW = 40
"""Lists longer than a few windows are sent in part, in steps of this many lines."""


def window(at: int, n: int) -> tuple[int, int]:
    """The part of a long list to send: whole steps of WINDOW, so that it seldom moves."""
    if n <= 4 * WINDOW:
        return 0, n
    low = max(0, (max(at, 0) // WINDOW - 1) * WINDOW)
    return low, min(n, low + 3 * WINDOW)


def log_of(match: Match, line: Sequence[Node], viewer: Viewer) -> tuple[list[LogLine], int]:
    """What a viewer may know of a line of play, and the number of the last event at the cursor (-1
    before the first)."""
    log: list[LogLine] = []
    now = -1
    for node in line:
        log += [LogLine(event, node, match) for event in node.events if event.seen_by(viewer)]
        if node is match.node:
            now = len(log) - 1
    return log, now


def log_rows(match: Match, log: Sequence[LogLine], now: int) -> Rows:
    """Rows of the log round the cursor, under heads that tell the turn."""
    low, high = window(now, len(log))
    rows: Rows = []
    turn = ""
    for i in range(low, high):
        node = log[i].node
        label = match.clock_at(node.parent or node).label
        if label != turn:
            turn = label
            rows.append({"id": f"turn{i}", "text": capital(label), "kind": "head"})
        rows.append({"id": str(i), "text": log[i].text})
    return rows


def move_rows(match: Match, viewer: Viewer, hidden: bool) -> tuple[Rows, dict[str, Node], str]:
    """Rows of the moves round the cursor, the node of each by its id, and the id at the cursor.

    `hidden` leaves out what comes after the cursor, and all side lines with it.
    """
    flat = [(node, 0) for node in match.node.path()] if hidden else match.outline()
    flat = [(n, d) for n, d in flat if n is match.node or n.parent is None or not match._dealing(n.parent)]
    at = next((i for i, (n, _) in enumerate(flat) if n is match.node), 0)
    low, high = window(at, len(flat))
    rows: Rows = []
    nodes: dict[str, Node] = {}
    for i in range(low, high):
        node, depth = flat[i]
        nodes[str(i)] = node
        note = "\n".join(filter(None, [node.title, node.comment, arrow_words(node)]))
        extra = {"note": note, "glyph": node.glyph, "depth": depth, "kind": "side" if depth else ""}
        row = {"id": str(i), "text": capital(match.label(node, viewer)), "tag": str(node.ply)}
        rows.append(row | {k: v for k, v in extra.items() if v})
    return rows, nodes, str(at)


def if_rows(match: Match, node: Node, guesses: Sequence[tuple[Action, Fraction]]) -> tuple[Rows, str]:
    """Rows of what the chance that led to `node` could have brought, under a head that names it, and
    the id of what it did bring."""
    assert node.parent is not None
    state, clock = node.parent.state, match.clock_at(node.parent)
    coming = node.parent is match.node
    before = "chance decides next" if coming else f"the last chance before this, at step {node.ply}"
    where = "just now" if node is match.node else before
    head = f"{capital(where)} ({clock.label}). What if it {'is' if coming else 'had been'}:"
    rows: Rows = [{"id": "head", "text": head, "kind": "head"}]
    now = ""
    percents = percent_texts([share for _, share in guesses])
    for i, (action, share) in enumerate(guesses):
        text = capital(match.game.action_text(state, action))
        rows.append({"id": str(i), "text": text, "end": f"{fraction_text(share)}  {percents[i]}"})
        if action == node.action and not coming:  # what comes is not told
            now = str(i)
    return rows, now


def arrow_words(node: Node) -> str:
    return ", ".join(
        (f"{a.place} → {a.to}" if a.to else f"mark on {a.place}") + (f" ({a.label})" if a.label else "")
        for a in node.arrows
    )
