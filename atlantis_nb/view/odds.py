"""Odds -> HTML: one row an outcome, likeliest first, with a bar, the percentage and the fraction.

Long descriptions open on demand, so that the picture of the chances stays in sight. Every text is
escaped here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from atlantis_nb.core.forecast import Forecast, Group, Moved, Share, moved_text, ready
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


EMPTY_BAR: Final = '<span class="atl-bar" aria-hidden="true"></span>'


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


# ------------------------------------------------------------------ forecasts


def pages(groups: Sequence[Group]) -> list[str]:
    """The pages of a forecast, in order."""
    return list(dict.fromkeys(group.page for group in groups))


def forecast_html(forecast: Forecast, page: str, moved: Mapping[str, Moved], since: str = "") -> str:
    """The groups of one page as tables: what, a bar, the share with its interval, how far it moved.

    `since` names the position that `moved` compares with; without it there is no such column.
    """
    note = (
        "<p>" + esc(f"How far the last move moved things: since the start of {since}.") + "</p>"
        if since
        else ""
    )
    parts = [
        _group_html(group, moved, bool(since))
        for group in (forecast.groups() if ready(forecast) else ())
        if group.page == page
    ]
    model = "" if forecast.settled else f'<p class="atl-soft">{esc(forecast.model)}</p>'
    return note + "".join(parts) + model


def _group_html(group: Group, moved: Mapping[str, Moved], since: bool) -> str:
    chance = group.unit == "chance"
    rows = ""
    for share in group.shares:
        note = f' <span class="atl-soft">{esc(share.note)}</span>' if share.note else ""
        under = (bar(share.value) if share.value else EMPTY_BAR) if chance else ""
        change = moved.get(share.key)
        last = f"<td>{_moved_html(change, group.unit)}</td>" if since else ""
        head = f'<th scope="row">{esc(share.label)}{note}{under}</th>'
        rows += f"<tr>{head}<td>{_value_html(share, group.unit)}</td>{last}</tr>"
    what = '<th scope="col">Bet</th>'
    moves = '<th scope="col">Moved</th>' if since else ""
    note = f'<p class="atl-soft">{esc(group.note)}</p>' if group.note else ""
    value = f'<th scope="col">{"Chance" if chance else "Points"}</th>'
    return (
        f'<table class="atl-table atl-odds"><caption>{esc(group.title)}</caption><thead><tr>{what}{value}{moves}'
        f"</tr></thead><tbody>{rows}</tbody></table>{note}"
    )


def _value_html(share: Share, unit: str) -> str:
    if share.settled:
        value = f"{share.value:g}" if unit == "points" else f"{share.value:.0%}"
        return f'{value} <span class="atl-soft">settled</span>'
    value = f"{share.value:.2f}" if unit == "points" else f"{share.value:.1%}"
    low, high = (f"{x:.2f}" if unit == "points" else f"{100 * x:.1f}" for x in (share.low, share.high))
    return f'{value} <span class="atl-soft" style="white-space:nowrap">{low} to {high}</span>'


def _moved_html(moved: Moved | None, unit: str) -> str:
    """An arrow and the number, read out in words; a change within the noise is said in words only."""
    if moved is None:
        return '<span class="atl-soft">…</span>'
    words = moved_text(moved, unit)
    if not moved.clear:
        return f'<span class="atl-soft">{esc(words)}</span>'
    way, _, size = words.partition(" ")
    arrow = "▲" if way == "up" else "▼"
    return f'<b role="img" aria-label="{esc(words)}" style="white-space:nowrap">{arrow} {esc(size)}</b>'
