"""Step 3: the slid mech attacks a rival next to it; a knocked-out mech leaves the arena."""

from __future__ import annotations

from typing import ClassVar, Final

from atlantis_nb.core.game import Action, Auto, Log, Seat

from .actions import Hit, Spare
from .board import AROUND, NEAR, SLOTS
from .fixer import open_window
from .rounds import close_round
from .state import LIMIT, Fallen, LeagueState
from .tasks import Choice

SPARE: Final = Spare()
WARNED: Final = 5
"""From so many turns before the end of a quiet round on the prompt says so."""


def victims(state: LeagueState, mech: str, at: int) -> list[str]:
    """The rivals that `mech` may attack from slot `at`.

    L-ATT-01 to L-ATT-03, L-R-14: only its own rivals in the four adjacent slots, on any side,
    whether or not they were adjacent before. Open Season makes every mech of another team a rival
    (L-SCH-26); Wide Swing reaches the eight slots around (L-SCH-27, L-SCH-07).
    """
    arena = state.arena
    if not state.in_play:
        prey = state.roster.prey[mech]
        return [arena[i] for i in NEAR[at] if arena[i] in prey]
    effect = state.effect
    prey = state.roster.others[mech] if effect == "all_teams_rivals" else state.roster.prey[mech]
    reach = AROUND[at] if effect == "reach_eight_ko_two" else NEAR[at]
    return [arena[i] for i in reach if arena[i] in prey]


def attack(state: LeagueState, player: Seat, mech: str, at: int, log: Log) -> None:
    """What follows a slide of `mech` to slot `at`. L-ATT-02, L-ATT-04, L-R-13.

    One possible victim of a compulsory attack is named at once; else the player chooses.
    """
    found = victims(state, mech, at)
    if not found:
        return
    if len(found) == 1 and not may_spare(state):
        announce(state, mech, found[0], log)
    else:
        state.agenda.append(Attack(player=player, mech=mech))


def may_spare(state: LeagueState) -> bool:
    """L-R-13 and its option; Shakedown allows it too (L-SCH-28). Not in overtime (L-R-27)."""
    if state.effect == "spare_for_credit":
        return True
    return state.options.attack_optional and not in_overtime(state)


def in_overtime(state: LeagueState) -> bool:
    """Option quiet_rule = overtime: from the limit on, KOs that can be made must be made. L-R-27, L-R-47."""
    limit = state.options.quiet_limit
    return state.options.quiet_rule == "overtime" and 0 < limit <= state.quiet


def quiet_warning(state: LeagueState) -> str:
    """A sentence, from five quiet turns before they end the round; "" sooner. L-R-27, L-R-48."""
    limit, rule = state.options.quiet_limit, state.options.quiet_rule
    left = limit * (2 if rule == "overtime" else 1) - state.quiet
    if not limit or rule == "repetition" or not state.quiet or left > WARNED:
        return ""
    if left <= 1:
        return " Without a KO this turn ends the round."
    return f" {left} more turns without a KO end the round."


class Attack(Choice, frozen=True, kw_only=True):
    """Name the victim (with Wide Swing two, in order), or spare all if that is allowed.

    L-ATT-04, L-SCH-08, L-SCH-27, L-SCH-28, L-R-13, L-R-41.
    """

    mech: str
    first: str = ""
    """The first of the two victims of a Wide Swing, named already."""
    rules: ClassVar[tuple[str, ...]] = ("L-ATT-02", "L-ATT-04", "L-R-13", "L-SCH-08", "L-R-41")

    def ask(self, state: LeagueState) -> str:
        if self.first:
            return f"Choose the second mech that {self.mech} knocks out, after {self.first}."
        return f"Choose the mech that {self.mech} knocks out."

    def legal(self, state: LeagueState) -> list[Action]:
        found = victims(state, self.mech, state.arena.index(self.mech))
        hits = state.roster.hits
        actions: list[Action] = [hits[m] for m in found if m != self.first]
        if may_spare(state):
            actions += self.spares(state, found)
        return actions

    def spares(self, state: LeagueState, found: list[str]) -> list[Action]:
        """Shakedown takes the token of one spared rival, or one from the supply if none has one."""
        if state.effect != "spare_for_credit":
            return [SPARE]
        loaded = [m for m in found if m in state.tokens]
        return [Spare(m) for m in loaded] or [SPARE]

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        if isinstance(action, Spare):
            if self.first:
                announce(state, self.mech, self.first, log)
            else:
                self.spare(state, action, log)
            return
        assert isinstance(action, Hit)
        if state.effect != "reach_eight_ko_two":
            announce(state, self.mech, action.mech, log)
            return
        order = (self.first, action.mech) if self.first else (action.mech,)
        others = [m for m in victims(state, self.mech, state.arena.index(self.mech)) if m not in order]
        if len(order) == 1 and others:
            if len(others) > 1 or may_spare(state):
                state.agenda.append(Attack(player=self.player, mech=self.mech, first=action.mech))
                return
            order = (action.mech, others[0])
        if len(order) == 2:
            state.agenda.append(Announce(self.mech, order[1]))
            state.named = (order[1],)
        announce(state, self.mech, order[0], log)

    def spare(self, state: LeagueState, action: Spare, log: Log) -> None:
        places = (SLOTS[state.arena.index(self.mech)],)
        if state.effect != "spare_for_credit":
            log.say(
                "spare", ("L-R-13",), "{mech} does not attack.", places, mech=self.mech, by=self.player
            )  # fmt: skip
            return
        state.credits[self.player] += 1
        if action.mech:
            state.tokens.remove(action.mech)
        log.say(
            "shakedown", ("L-SCH-28", "L-R-32"),
            "{mech} spares its rivals; {by:player} takes one credit from {source}.", places,
            mech=self.mech, by=self.player, source=action.mech or "the supply",
        )  # fmt: skip


def announce(state: LeagueState, attacker: str, victim: str, log: Log) -> None:
    """A victim is named; the Fixer may open; then it goes. L-R-29, L-R-41. No attacker: Trapdoor."""
    if victim not in state.named:
        state.named = (victim, *state.named)
    state.agenda.append(KnockOut(attacker, victim))
    if any(state.credits):
        log.say(
            "announce", ("L-ATT-02", "L-R-29") if attacker else ("L-SCH-29", "L-R-29"),
            "{victim} is named for a KO{how}.", (SLOTS[state.arena.index(victim)],), victim=victim,
            how=f" by {attacker}" if attacker else "", by=state.active,
        )  # fmt: skip
        open_window(state, True, log)


class Announce(Auto[LeagueState], frozen=True):
    """The second victim of a Wide Swing, after the first is gone. L-R-41."""

    attacker: str
    victim: str
    rules: ClassVar[tuple[str, ...]] = ("L-R-41", "L-SCH-27", "L-SCH-08")

    def run(self, state: LeagueState, log: Log) -> None:
        announce(state, self.attacker, self.victim, log)


class KnockOut(Auto[LeagueState], frozen=True):
    """The named mech leaves the arena, for the attacker's team.

    L-ATT-05, L-ATT-06, L-ATT-07, L-BET-06, L-BET-07, L-R-17, L-R-18, L-R-24.
    """

    attacker: str
    """"" for a KO by Trapdoor, which counts for no team."""
    victim: str
    rules: ClassVar[tuple[str, ...]] = ("L-ATT-05", "L-ATT-06", "L-ATT-07", "L-R-17", "L-R-18", "L-R-24")

    def run(self, state: LeagueState, log: Log) -> None:
        data, victim, player = state.roster, self.victim, state.active
        at = state.arena.index(victim)
        state.arena[at] = ""
        state.named = tuple(m for m in state.named if m != victim)
        loser = data.team_of[victim]
        team = data.team_of[self.attacker] if self.attacker else ""
        team = "" if team == loser else team
        state.fallen.append(Fallen(victim, self.attacker, team, player, state.turn))
        state.quiet = 0
        if state.seen:
            state.seen = {}
        log.say(
            "knock_out", ("L-ATT-02", "L-ATT-05", "L-R-18") if self.attacker else ("L-SCH-29", "L-R-18"),
            "{victim} is knocked out at {slot} {how}.", (SLOTS[at],), victim=victim, slot=SLOTS[at], team=team,
            attacker=self.attacker, by=player,
            how=f"by {self.attacker}, for the {data.team[team].name}" if team else "and counts for no team",
        )  # fmt: skip
        if victim in state.tokens:
            state.tokens.remove(victim)
            state.credits[player] += 1
            log.say(
                "take_credit", ("L-ATT-06", "L-R-17"), "{by:player} takes the credit of {victim}.", by=player,
                victim=victim,
            )  # fmt: skip
        if not state.first_out and not any(m in state.arena for m in data.squad[loser]):
            state.first_out = loser
            log.say(
                "first_out", ("L-ATT-07", "L-BET-06", "L-R-24", "L-FIX-01"),
                "The {name} are the first team out; the Fixer closes.", team=loser, name=data.team[loser].name,
            )  # fmt: skip
        if state.options.end_check == "immediate" and 15 - len(state.fallen) <= LIMIT:
            close_round(state, "five mechs or fewer are left", ("L-END-01", "L-R-26"), log)
