"""The part of a table that shows the exact odds of an action before it is taken."""

from __future__ import annotations

from html import escape
from importlib import import_module

import ipywidgets as W

from ..core.game import CHANCE, OPEN, OVER, Action, State, Viewer
from ..core.match import Match, Node
from ..core.odds import Odds
from ..view.odds import odds_html
from .base import Live, capital


class WithOdds(Live):
    """`show_odds(action)` shows them and gives them as sentences."""

    match: Match
    odds_html: W.HTML
    _odds_of: Action | None
    """The action whose odds are shown."""
    _odds_found: tuple[Node, Action, Odds | None] | None

    @property
    def viewer(self) -> Viewer:
        raise NotImplementedError

    def show_odds(self, action: Action) -> list[str]:
        """The exact odds of an action, before it is taken, as sentences."""
        self._odds_of = action
        self._draw_odds()
        return self._odds_words(action)

    def _find_odds(self, action: Action) -> Odds | None:
        """What this person may know decides; None where that hides what the dice are thrown for."""
        match, seat = self.match, self.match.actor
        state = match.state
        if self._odds_found is not None and self._odds_found[:2] == (match.node, action):
            return self._odds_found[2]
        found: Odds | None
        if self.viewer is not OPEN and match.game.view(state, seat).digest() != state.digest():
            try:
                found = import_module("atlantis_nb.core.odds").odds(
                    match.game, match.game.view(state, seat), action
                )
            except Exception:  # noqa: BLE001  a masked state need not be playable
                found = None
        else:
            found = match.odds(action)
        self._odds_found = (match.node, action, found)
        return found

    def _odds_words(self, action: Action) -> list[str]:
        found = self._find_odds(action)
        if found is None:
            return ["What this leads to depends on what you cannot see."]
        return found.words() if found.rolled else [self._follows(action)]

    def _after(self, action: Action) -> State | None:
        """The position after an action, as far as the person at the screen can know it."""
        match = self.match
        try:
            return match.game.step(match.view(self.viewer), action)[0]
        except Exception:  # noqa: BLE001  a masked state need not be playable
            return None

    def _is_grave(self, action: Action) -> bool:
        """False for what can simply be taken back: the same player chooses on, in the same turn."""
        match, after = self.match, self._after(action)
        if action.back:
            return False
        if after is None:
            return True
        return match.game.actor(after) != match.actor or match.game.clock(after).turn != match.clock.turn

    def _follows(self, action: Action) -> str:
        """What comes after an action without dice, in words."""
        match, after = self.match, self._after(action)
        actor = match.game.actor(after) if after is not None else CHANCE
        if after is None or actor == CHANCE:
            return "No choice is left to anybody before chance decides."
        if actor == OVER:
            return "The game ends with it."
        who = "you" if actor == match.actor else match.names[actor]
        asked = match.game.ask(after).rstrip(".")
        return f"No dice fall with this. Then {who} choose{'' if who == 'you' else 's'}: {asked}."

    def _draw_odds(self) -> None:
        action = self._odds_of
        if action is None:
            self.odds_html.value = ""
            return
        title = capital(self.match.text(action))
        found = self._find_odds(action)
        if found is not None and found.rolled:
            body = odds_html(found, title, most=8)
        else:
            body = f"<b>{escape(title)}</b>: {escape(' '.join(self._odds_words(action)))}"
        self.odds_html.value = f'<div class="atl-note" role="status">{body}</div>'
