"""Foreign text made harmless, and broken into lines."""

from __future__ import annotations

from functools import lru_cache
from html import escape


@lru_cache(maxsize=8192)
def esc(text: str) -> str:
    """Foreign text made harmless in SVG and HTML, in content and in quoted attributes."""
    return escape("".join(c for c in text if c >= " " or c in "\n\t"), quote=True)


def wrap(text: str, room: float, size: float, most: int = 3) -> list[str]:
    """The text in lines of about that width; what does not fit in `most` lines ends in an ellipsis."""
    limit = max(8, int(room / (0.53 * size)))
    lines = [""]
    for word in text.split():
        while len(word) > limit:
            if lines[-1]:
                lines.append("")
            lines[-1], word = word[:limit], word[limit:]
            lines.append("")
        if lines[-1] and len(lines[-1]) + 1 + len(word) > limit:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    lines = [x for x in lines if x]
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: limit - 1].rstrip() + "…"]
    return lines
