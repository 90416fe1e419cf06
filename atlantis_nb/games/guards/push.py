"""Pushing a lane, and winning.

Rules: G-PUSH-01 to 06, G-WIN-01, G-TOWER-02 to 05, G-R-02, G-R-52, G-R-56 to 62, G-R-73, G-R-74,
G-R-83, G-R-84, G-R-93.
"""

from __future__ import annotations

from typing import ClassVar

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Place, Result

from . import units
from .actions import Go, go
from .board import ATLANTEANS, KINDS, TEAM_NAMES, TITANS, Board
from .options import Options
from .state import State, Unit, other


class CheckPush(Auto[State], frozen=True):
    """After each step in which a minion left: does a team have no minion left in a lane?

    The lane count decides, wherever the minions stand (G-R-52, G-R-57). All markers of the step
    move first, then winning is looked at, then the minions are placed (G-R-61, G-R-62).
    """

    rules: ClassVar[tuple[str, ...]] = ("G-PUSH-03", "G-PUSH-05", "G-R-57")

    def run(self, state: State, log: Log) -> None:
        fallen, state.fallen = state.fallen, ()
        lanes = [lane.id for lane in state.board.lanes if any(where == lane.id for _, where in fallen)]
        pushed: list[tuple[str, int]] = []
        for lane in lanes:
            empty = [team for team in (TITANS, ATLANTEANS) if not state.count(team, lane)]
            if len(empty) == 2:
                pushed += self._both(state, lane, log)
            elif empty:
                pushed.append((lane, other(empty[0])))
        for lane, team in pushed:
            if team >= 0:
                _advance(state, lane, team, log)
        if any(team >= 0 for _, team in pushed) and _won(state, log):
            return
        tasks: list[PlaceBlocked] = []
        for lane, team in pushed:
            tasks += _refill(state, lane, team, log)
        state.agenda += reversed(tasks)

    @staticmethod
    def _both(state: State, lane: str, log: Log) -> list[tuple[str, int]]:
        """Both teams lost their last minion in the same step (G-R-56)."""
        if state.options.both_wiped == "active_team_pushes" and state.acting:
            return [(lane, state.heroes[state.acting].team)]
        log.say(
            "lane_reset", ("G-R-56",), "Both teams have no minion left in the {lane} lane: nobody pushes, "
            "all minions come back in the same zone.", lane=lane,
        )  # fmt: skip
        return [(lane, -1)]


def _advance(state: State, lane: str, team: int, log: Log) -> None:
    """Move the marker one zone towards the throne of the team without minions (G-PUSH-03)."""
    marker = state.markers[lane] + (1 if team == TITANS else -1)
    state.markers[lane] = marker
    state.pushes = _plus(state.pushes, team)
    rules: tuple[str, ...] = ("G-PUSH-03", "G-R-02", "G-R-57", "G-R-84")
    if state.options.tower_rush:
        state.towers = _plus(state.towers, team)
        rules = (*rules, "G-TOWER-02", "G-TOWER-03")
    log.say(
        "push", rules, "The {team} push the {lane} lane into {zone} (marker {marker}).",
        team=TEAM_NAMES[team], lane=lane, marker=marker,
        zone=state.board.zone_title[state.board.fight(lane, marker)], pushing=team,
    )  # fmt: skip


def _plus(pair: tuple[int, int], team: int) -> tuple[int, int]:
    return (pair[0] + 1, pair[1]) if team == TITANS else (pair[0], pair[1] + 1)


# ------------------------------------------------------------------ minions on their points


def _refill(state: State, lane: str, team: int, log: Log) -> list[PlaceBlocked]:
    """All minions of the lane onto their points in the new zone (G-PUSH-04, G-R-58).

    Minions that were on the board stay the same units; the others come back as new ones (G-R-93).
    Returns the tasks that place those whose point is occupied.
    """
    there = {t: state.minions(t, lane) for t in (TITANS, ATLANTEANS)}
    for side in there.values():
        for minion in side:
            units.lift(state, minion.id)
    first = team if team >= 0 else state.token
    blocked: list[PlaceBlocked] = []
    zone = state.board.fight(lane, state.markers[lane])
    for side_team in (first, other(first)):
        for kind in KINDS:
            kept = [m.id for m in there[side_team] if m.kind == kind]
            points = state.board.icons[zone][side_team][kind]
            waiting = []
            for point in points:
                if point in state.on:
                    waiting.append(point)
                    continue
                units.put(state, Unit(_identity(state, kept), side_team, kind, "", lane), point)
            for point in waiting:
                blocked.append(PlaceBlocked(_identity(state, kept), kind, side_team, lane, point))
    log.say(
        "minions_placed", ("G-PUSH-04", "G-R-58", "G-R-60", "G-R-93"),
        "All minions of the {lane} lane stand in {zone} again.",
        lane=lane, zone=state.board.zone_title[zone],
    )  # fmt: skip
    return blocked


def _identity(state: State, kept: list[str]) -> str:
    """The next minion that was on the board, else a new one."""
    return kept.pop(0) if kept else new_minion(state)


def new_minion(state: State) -> str:
    state.serial += 1
    return f"m{state.serial:03}"


def first_minions(state: State, board: Board) -> None:
    """All minions on their icons of the middle zones; other icons stay empty (G-SET-09, G-SET-10, G-SET-12)."""
    for lane, marker in sorted(state.markers.items()):
        for team, kinds in enumerate(board.icons[board.fight(lane, marker)]):
            for kind in KINDS:
                for point in kinds[kind]:
                    units.put(state, Unit(new_minion(state), team, kind, "", lane), point)


class PlaceBlocked(Auto[State], frozen=True):
    """A minion whose point is occupied is placed now: at once if only one space is open to it."""

    rules: ClassVar[tuple[str, ...]] = ("G-PUSH-06", "G-R-58", "G-R-59")
    unit: str
    kind: str
    team: int
    lane: str
    point: Place

    def run(self, state: State, log: Log) -> None:
        task = PlaceMinion(
            player=state.speaker(self.team), unit=self.unit, kind=self.kind, team=self.team, lane=self.lane,
            point=self.point,
        )  # fmt: skip
        choices = task.legal(state)
        if len(choices) == 1:
            task.apply(state, choices[0], log)
        else:
            state.agenda.append(task)


class PlaceMinion(Decision[State, Action], frozen=True, kw_only=True):
    """A minion whose point is occupied: its team chooses a free space beside it (G-PUSH-06, G-R-59)."""

    rules: ClassVar[tuple[str, ...]] = ("G-PUSH-06", "G-R-58", "G-R-59", "G-R-26")
    reply: ClassVar[bool] = True
    unit: str
    kind: str
    team: int
    lane: str
    point: Place

    def ask(self, state: State) -> str:
        return f"Place the {self.kind} minion whose point {self.point} is occupied."

    def legal(self, state: State) -> list[Action]:
        return [go(p) for p in units.beside(state, (self.point,))]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Go)
        units.put(state, Unit(self.unit, self.team, self.kind, "", self.lane), action.to)
        log.say(
            "minion_placed_beside", ("G-PUSH-06", "G-R-58"),
            "The {team} place a {sort} minion on {place}, beside its occupied point.",
            (action.to,), team=TEAM_NAMES[self.team], sort=self.kind, place=action.to,
        )  # fmt: skip

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, Go) and action not in self.legal(state):
            if action.to in state.on:
                return Illegal(("G-R-59", "G-R-79"), "That space holds a unit already.")
            return Illegal(self.rules, f"The minion goes to a free space beside {self.point}.")
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return Go(clicks[0][5:]) if clicks and clicks[0].startswith("cell:") else None


# ------------------------------------------------------------------ winning


def tower_target(options: Options, lanes: str) -> int:
    """Tower tokens that win (G-TOWER-04, G-TOWER-06, G-R-73)."""
    return options.tower_target or (3 if lanes == "one_lane" else 5)


def _won(state: State, log: Log) -> bool:
    """End the game if a team has won: a throne zone taken, or towers enough (G-WIN-01, G-TOWER-05)."""
    thrones = [False, False]
    for marker in state.markers.values():
        if marker == 4:
            thrones[TITANS] = True
        elif marker == 0:
            thrones[ATLANTEANS] = True
    towers = [False, False]
    if state.options.tower_rush:
        towers = [n >= tower_target(state.options, state.lanes) for n in state.towers]
    won = [t for t in (TITANS, ATLANTEANS) if thrones[t] or towers[t]]
    if not won:
        return False
    if len(won) == 1:
        how = (
            "takes a lane into the enemy throne zone" if thrones[won[0]] else "has the tower tokens it needs"
        )
        rules = ("G-WIN-01", "G-R-61") if thrones[won[0]] else ("G-TOWER-05", "G-R-73")
        finish(state, won[0], f"The team of the {TEAM_NAMES[won[0]]} {how}.", rules, log)
        return True
    choice = state.options.simultaneous_win
    if choice == "throne_first" and thrones[TITANS] != thrones[ATLANTEANS]:
        team = thrones.index(True)
        finish(state, team, "Both teams win in one step; a throne beats tower tokens.", ("G-R-62",), log)
    elif choice == "draw":
        finish(state, None, "Both teams win in one step: a draw.", ("G-R-62",), log)
    else:
        finish(
            state, state.token, "Both teams win in one step; the initiative token decides.",
            ("G-R-62", "G-WIN-01"), log,
        )  # fmt: skip
    return True


def finish(state: State, team: int | None, reason: str, rules: tuple[str, ...], log: Log) -> None:
    """The game is over: nothing further acts (G-R-61). `team` None is a draw."""
    winners = tuple(range(len(state.teams))) if team is None else state.seats(team)
    scores = tuple(
        0.5 if team is None else (1.0 if state.teams[s] == team else 0.0) for s in range(len(state.teams))
    )
    state.result = Result(winners, scores, reason, rules)
    state.agenda.clear()
    state.frames.clear()
    state.attacks.clear()
    state.acting = ""
    state.phase = "over"
    log.say("game_over", rules, "{reason}", reason=reason, team=-1 if team is None else team)


def stop_at_limit(state: State, log: Log) -> bool:
    """The stop for computer players after max_rounds (G-R-74)."""
    limit = state.options.max_rounds
    if limit is None or state.round < limit:
        return False
    ahead = sum(marker - 2 for marker in state.markers.values())
    if state.options.tower_rush and state.towers[0] != state.towers[1]:
        ahead = state.towers[0] - state.towers[1]
    team = None if ahead == 0 else (TITANS if ahead > 0 else ATLANTEANS)
    finish(
        state, team,
        f"Stopped after {state.round} rounds: "
        + ("nobody is ahead." if team is None else f"the {TEAM_NAMES[team]} are ahead."),
        ("G-R-74",), log,
    )  # fmt: skip
    return True
