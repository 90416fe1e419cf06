"""The switches of the game: optional rules, prices and the readings that a table may change."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, omit_defaults=True):
    """Every option with its default; the defaults are the basic game."""

    board_build: Literal["draft", "random", "spiral"] = "draft"  # S-R-09, S-R-11
    start_rounds: Literal["all_at_once", "three_rounds"] = "all_at_once"  # S-R-12
    piece_limits: bool = True  # S-R-13
    mountain_value: Annotated[int, Meta(ge=0, le=6)] = 0  # S-R-14
    production_claim: Literal["own_piece", "any_piece"] = "own_piece"  # S-R-15
    control_distance: Literal["hex", "land_path"] = "hex"  # S-R-17, S-R-70
    attacker_may_stop: bool = False  # S-R-25, S-R-70
    fight_commit: Literal["one_by_one", "declare_all"] = "one_by_one"  # S-R-26, S-R-70
    captured_refugees: Literal["owner", "none"] = "owner"  # S-R-36
    large_city_price: Literal[12, 10] = 12  # S-R-06
    sacrifice_cost: Literal["always", "if_flood", "if_aiming"] = "always"  # S-R-41
    flood_read: Literal["left", "own"] = "left"  # S-R-03, S-R-70
    end_of_track: Literal["end_space", "stop_on_last", "six_numbers"] = "end_space"  # S-R-04, S-R-70
    flood_step: Literal["per_flood", "per_phase"] = "per_flood"  # S-R-05, S-R-70
    empty_flood: bool = False  # S-R-43, S-R-70
    floods_resolve: Literal["one_by_one", "together"] = "one_by_one"  # S-R-44, S-R-70
    refugee_battles: Literal["fight", "blocked"] = "fight"  # S-R-48
    final_sinking: Literal["flood_first", "all_at_once"] = "flood_first"  # S-R-51
    max_rounds: Annotated[int, Meta(ge=0, le=1000)] = 0  # S-R-53; 0 for none
    open_resources: bool = True  # S-R-55, S-R-70
    siege: bool = False  # S-OPT-01 to S-OPT-07
    captured_city_shrinks: bool = False  # S-OPT-08
    # Three alternatives that a table may add, none of them basic (S-OPT-12, S-R-61)
    mountain_no_city: bool = False  # S-OPT-09
    mountain_impassable: bool = False  # S-OPT-10
    mountain_defence: bool = False  # S-OPT-11
