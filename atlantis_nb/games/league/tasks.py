"""What all decisions of this game share: an illegal wish is answered by refusals.py."""

from __future__ import annotations

from atlantis_nb.core.game import Action, Decision, Illegal

from .state import LeagueState


class Choice(Decision[LeagueState, Action], frozen=True, kw_only=True):
    """A decision of the league."""

    def why_not(self, state: LeagueState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        from .refusals import refuse  # it knows all tasks, so it is loaded last

        return refuse(state, self, action)

    def wish(self, state: LeagueState, clicks: tuple[str, ...]) -> Action | None:
        from .refusals import meant

        return meant(state, self, clicks)
