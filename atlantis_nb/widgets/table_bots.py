"""The part of a table where bots play: at once, or in the background with progress and a Stop button."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import ipywidgets as W

from .base import in_click
from .board import Board
from .table_pause import WithPauses

PATIENCE = 0.25
"""Seconds of bot play before progress is shown."""


class WithBots(WithPauses):
    """`play_bots()` lets the bots play until a person has to choose, `stop()` stops them."""

    board: Board
    buttons: dict[str, W.Button]
    _halt: bool
    _task: asyncio.Task[None] | None

    def _changed(self) -> None:
        raise NotImplementedError

    def _draw_buttons(self) -> None:
        raise NotImplementedError

    def play_bots(self) -> None:
        """Let the bots play until a person has to choose.

        In a notebook's click it runs in the background, with progress and a Stop button once it
        takes a moment; called from a cell it returns when the bots are done.
        """
        if self._running or self._task is not None:
            return
        if self.held():
            self.go_on()
        if self._running or self.held():
            return
        if self.match.actor not in self.bots:
            return
        self._halt = False
        steps = self.match.running(self.bots, look=True)
        try:
            loop = asyncio.get_running_loop() if in_click() else None
        except RuntimeError:
            loop = None
        self._running = True
        if loop is None:
            try:
                for _ in steps:
                    pass
            finally:
                self._bots_done()
            return
        began = time.monotonic()
        if self._some(steps, PATIENCE):
            self._bots_done()
        else:
            self.board.busy = True
            self._draw_buttons()
            self._task = loop.create_task(self._go_on(steps, began))

    def _some(self, steps: Iterator[Any], seconds: float) -> bool:
        """Play some steps; True when there are no more."""
        end = time.monotonic() + seconds
        return all(time.monotonic() <= end for _ in steps)

    async def _go_on(self, steps: Iterator[Any], began: float) -> None:
        try:
            while not self._halt and not self._some(steps, 0.1):
                passed = time.monotonic() - began
                self.say(f"The bots are playing: step {self.match.node.ply}, {passed:.0f} s. Stop ends it.")
                await asyncio.sleep(0.02)
        except Exception as error:  # noqa: BLE001  shown where the person looks, as in every callback
            self._bots_done()
            self.refuse(f"The bots stopped: {type(error).__name__}: {error}")
        else:
            self._bots_done()
            self.say("Stopped; what the bots have played so far stays." if self._halt else "")

    def _bots_done(self) -> None:
        self._running, self._task = False, None
        self._changed()

    def stop(self) -> None:
        """Stop the bots; what they have played stays."""
        self._halt = True
