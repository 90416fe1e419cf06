"""Every switch of the game, with its default first and the ruling that describes it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the Atlantic Robot League. The number of players is a matter of the match (L-R-01)."""

    allow_solo: bool = False
    """L-R-01: one player may practise alone."""
    data_set: Annotated[str, Meta(min_length=1)] = "teaching"
    """L-R-04, L-R-05: the teaching set, or the path of a TOML file of an owner or an instructor."""
    first_start: Literal["random", "choose", "race"] = "random"
    """L-R-06, L-R-45: who is Start player in round 1."""
    bet_seconds: Annotated[int, Meta(ge=0)] = 0
    """L-R-07: 0 is no clock. With a clock, a card may be locked with blank lines when time is up."""
    bet_blank: Literal["blank", "fill_random"] = "blank"
    """L-R-07: what happens to lines that are blank when time is up."""
    bets_hidden: bool = True
    """L-R-08: cards stay secret until the round is scored."""
    distinct_team_bets: bool = False
    """L-R-09: the three categories must name three different teams."""
    no_backslide: bool = False
    """L-R-12: a mech may not go straight back into the slot it left in the turn before."""
    attack_optional: bool = False
    """L-R-13: an attack may be declined."""
    brawlers_zero: Literal["nobody", "all"] = "nobody"
    """L-R-19: who wins Brawlers when no team has a KO."""
    scheme_needs_target: bool = False
    """L-R-20: a scheme that could do nothing cannot be bought."""
    scheme_deck_empty: Literal["reshuffle", "stop"] = "reshuffle"
    """L-R-21: what refills the display when the deck is empty."""
    reshuffle_schemes_each_round: bool = False
    """L-R-22: all nine schemes are shuffled again for each round."""
    hasbeens_if_none: Literal["nobody", "fewest"] = "nobody"
    """L-R-25: who wins Has-beens when no team is out."""
    end_check: Literal["turn_end", "immediate"] = "turn_end"
    """L-R-26: when five mechs or fewer end the round."""
    quiet_limit: Annotated[int, Meta(ge=0)] = 20
    """L-R-27: turns in a row without a KO that end the round; 0 is no limit."""
    quiet_rule: Literal["end", "overtime", "repetition"] = "end"
    """L-R-27: what the limit does; repetition ends a round at the third equal position instead."""
    quiet_penta: Literal["count", "void"] = "count"
    """L-R-28: whether the Pentafecta pays after a quiet ending with six mechs or more."""
    fixer_windows: Literal["all", "no_final_ko", "turn_start_only", "active_only"] = "all"
    """L-R-29, L-R-30: when and to whom the Fixer is open."""
    round_credits: Literal["carry_and_corners", "carry_no_corners", "refill_to_three"] = "carry_and_corners"
    """L-R-33: credits in rounds 2 and 3."""
    start_tie: Literal["clockwise", "shorter_way"] = "clockwise"
    """L-R-34: how "furthest from the last Start player" is counted."""
    tie_count: Literal["together", "per_team"] = "together"
    """L-R-35: how bettors are counted when teams tie in a category."""
