"""Keys: where the keyboard focus goes at a table, and the look of what is asked there."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import anywidget

HERE = Path(__file__).parent
JS, CSS = (HERE.joinpath(name).read_text(encoding="utf-8") for name in ("keys.js", "table.css"))

Where = Literal["choices", "cards", "board"]
"""Where the focus goes: the first button of choice, the first card that may be chosen, the board."""


class Keys(anywidget.AnyWidget):
    """Nothing to see; `pick_up(to)` finds a place for a focus whose button is gone.

    The key / goes to the first choice, a card before a button, from anywhere in the table.
    """

    _esm = JS
    _css = CSS

    def pick_up(self, to: Where) -> None:
        self.send({"type": "focus", "to": to})

    def __repr__(self) -> str:
        return "Keys()"
