"""Options: every optional rule and every reading that a table may change, with its rule id."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How this table plays. The defaults are the readings of the rulings."""

    lanes: Literal["auto", "one_lane", "two_lanes"] = "auto"  # G-R-01
    board: Annotated[str, Meta(min_length=1)] = "teaching"  # G-R-03: teaching, wide, or a board file
    deck: Annotated[str, Meta(min_length=1)] = "teaching"  # G-R-95: teaching, or a deck file
    mirror_heroes: bool = False  # G-R-07
    pair_team: Literal["atlanteans", "titans"] = "atlanteans"  # G-R-08
    pick_mode: Literal["normal", "draft", "limited", "captains"] = "normal"  # G-DRAFT-01
    pick_order: Literal["alternate", "snake", "first_team_named"] = "alternate"  # G-R-09
    first_team: Literal["titans", "atlanteans"] = "titans"  # G-R-09, used with first_team_named
    heroes: tuple[str, ...] = ()  # G-R-96: the heroes by seat, settled before the game
    expansion_heroes: bool = False  # G-COMP-06
    hand_model: Literal["gold_hold", "gold_silver_plus_hold"] = "gold_hold"  # G-R-15
    voluntary_pass: bool = False  # G-R-20
    initiative_fixed_at_reveal: bool = False  # G-R-24
    pass_friends: bool = False  # G-R-29
    friendly_targets: Literal["single_target_minions", "melee_minions", "area_hits_all"] = (
        "single_target_minions"  # G-R-39
    )
    area_resolution: Literal["at_once", "one_by_one"] = "at_once"  # G-R-40
    assist_coins: bool = False  # G-R-48
    defeat_reward: Annotated[int, Meta(ge=0, le=8)] = 2  # G-R-101: coins for each level of the fallen hero
    level_costs: Literal["level", "flat", "double"] = "level"  # G-R-102
    return_place: Literal["spawn_points", "throne_zone"] = "spawn_points"  # G-R-50
    minion_combat_loss: Literal["one", "difference"] = "one"  # G-R-55
    both_wiped: Literal["reset", "active_team_pushes"] = "reset"  # G-R-56
    push_timing: Literal["step", "card"] = "step"  # G-R-57
    simultaneous_win: Literal["token", "draw", "throne_first"] = "token"  # G-R-62
    tower_rush: bool = False  # G-TOWER-01
    tower_target: Annotated[int, Meta(ge=1, le=9)] | None = None  # G-R-73: 3 or 5 if not named
    max_rounds: Annotated[int, Meta(ge=1)] | None = 60  # G-R-74: None for people who want no end
    team_sees_hands: bool = False  # G-R-76
