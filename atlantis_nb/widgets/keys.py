"""Keys: where the keyboard focus goes at a table, and the look of what is asked there."""

from __future__ import annotations

from pathlib import Path

import anywidget

HERE = Path(__file__).parent
JS, CSS = (HERE.joinpath(name).read_text(encoding="utf-8") for name in ("keys.js", "table.css"))


class Keys(anywidget.AnyWidget):
    """Nothing to see; `pick_up(choices)` finds a place for a focus whose button is gone.

    With `choices` it is the first choice of the table, where nothing on the board may be chosen;
    the key / goes there from anywhere in the table.
    """

    _esm = JS
    _css = CSS

    def pick_up(self, choices: bool) -> None:
        self.send({"type": "focus", "choices": choices})

    def __repr__(self) -> str:
        return "Keys()"
