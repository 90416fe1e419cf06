"""Odds -> HTML: one row an outcome, likeliest first, with a bar, the percentage and the fraction.

Long descriptions open on demand, so that the picture of the chances stays in sight. Every text is
escaped here.
"""

from __future__ import annotations

from typing import Final

from atlantis_nb.core.odds import Odds, rounding_note

from .svg import esc

MOST: Final = 40
LONG: Final = 90
"""Longer descriptions are folded: their first part stands in the row, the rest opens."""


def fold(label: str, long: int = LONG) -> str:
    """A description of several changes ("a; b; c"), folded if it is long."""
    if len(label) <= long:
        return esc(label)
    parts = label.split("; ")
    shown = 1
    while shown < len(parts) - 1 and len("; ".join(parts[: shown + 1])) <= long - 16:
        shown += 1
    if shown == len(parts):
        return esc(label)
    more = len(parts) - shown
    rest = "".join(f"<li>{esc(part)}</li>" for part in parts)
    return (
        f"<details><summary>{esc('; '.join(parts[:shown]))} "
        f'<span class="atl-soft">and {more} more</span></summary><ul>{rest}</ul></details>'
    )


def bar(share: float) -> str:
    """A bar for 0..1; the number beside it says the same, so it is not read out."""
    wide = max(0.6, 100 * share)
    return f'<span class="atl-bar" aria-hidden="true"><span style="width:{wide:.1f}%"></span></span>'


def odds_html(odds: Odds, title: str, most: int = MOST) -> str:
    """The distribution as a table with bars, then how it was rounded, cut or assumed."""
    rows = odds.table()
    shares = list(odds.shares().values())
    body = "".join(
        f'<tr><td class="atl-percent">{esc(percent)}</td><td class="atl-barred">{bar(float(share))}</td>'
        f'<th scope="row">{fold(label)}</th><td>{esc(fraction)}</td></tr>'
        for (label, fraction, percent), share in zip(rows[:most], shares, strict=False)
    )
    said = "estimates" if odds.sampled else "exact"
    notes = [f"The likeliest {most} of {len(rows)} outcomes."] if len(rows) > most else []
    notes += filter(None, [rounding_note([percent for _, _, percent in rows])])
    if odds.partial:
        notes.append("There are too many positions to follow them all; these odds were cut off.")
    notes += odds.assumed[:6]
    more = "".join(f'<p class="atl-soft">{esc(note)}</p>' for note in notes)
    return (
        f'<table class="atl-table atl-odds"><caption>{esc(title)}: {said}</caption><thead><tr>'
        f'<th scope="col" colspan="2">Chance</th><th scope="col">Outcome</th><th scope="col">Fraction</th>'
        f"</tr></thead><tbody>{body}</tbody></table>{more}"
    )
