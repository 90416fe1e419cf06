"""Options: every optional rule and reading of the ledger, with its default and its ruling."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, cache_hash=True, kw_only=True, omit_defaults=True):
    board: Annotated[str, Meta(min_length=1)] = "foes_map"  # F-R-01: a file of data/, or a path to one
    setup: Annotated[str, Meta(min_length=1)] = "foes_setup"  # F-R-08: default deployment, same way
    ports_open: bool = True  # F-R-04: water units may use Ports
    gate_rule: Literal["atlanteans_free", "as_wall"] = "atlanteans_free"  # F-R-05: cost for Atlanteans
    deployment: Literal["default", "free"] = "default"  # F-R-08: from the file, or by the players
    start_loaded: bool = False  # F-R-09: units may start aboard (free deployment)
    rafts_carry: Literal[3, 0] = 3  # F-R-12: capacity of the Stygian Rafts
    free_pass: bool = False  # F-R-16, F-R-17: passing costs nothing, two passes in a row end the phase
    allow_discard: bool = False  # F-R-20: discard before drawing
    spell_piles: Literal["shared", "one_each"] = "shared"  # F-R-21: one pile or two
    pass_through: Literal["friends", "nobody"] = "friends"  # F-R-26: passing through units
    pick_up: bool = False  # F-R-33: carriers may load by moving onto a unit
    cross_force_riding: bool = True  # F-R-34: peoples may ride each other's carriers
    ride_then_move: bool = True  # F-R-35: own move after riding
    combine_limit: Annotated[int, Meta(ge=0)] = 0  # F-R-41: most units in one attack, 0 for no limit
    power_floor: Literal[1, 0] = 1  # F-R-42: lowest power after penalties
    across_rule: Literal["all_routes", "last_side"] = "all_routes"  # F-R-43: shots across rivers, walls
    combined_across: Literal["all", "any"] = "all"  # F-R-44: hexside bonus against combined attacks
    flyers_ignore_walls: bool = False  # F-R-47: no wall bonus against flyers
    catapult_defence: Literal["rolled", "fixed_2"] = "rolled"  # F-R-49: power of a defending Catapult
    horse_uses_gates: bool = False  # F-R-53: the hidden Trojan Horse passes gates free
    attack_and_cast: bool = False  # F-R-55: one attack and one spell a turn
    create_in_attack_phase: bool = False  # F-R-58: creating spells also in the Attack Phase
    spell_hexsides: Literal["aimed", "none", "all"] = "aimed"  # F-R-60: river and wall against spells
    antimagic_scope: Literal["hands", "hands_and_board"] = "hands"  # F-R-63: what Antimagic clears
    undead_duration: Literal["until_destroyed", "3_turns"] = "until_destroyed"  # F-R-67
    duration_counts_first_turn: bool = True  # F-R-69: the turn of casting is the first
    cataclysm: Literal["any_caster", "sorcerers_only", "end_of_phase", "not_negatable"] = (
        "any_caster"  # F-R-72
    )
    first_attack: Literal["atlanteans", "foes"] = "atlanteans"  # F-R-101: who attacks first
    wall_bonus: Annotated[int, Meta(ge=0, le=6)] = 2  # F-R-102: Atlanteans behind a wall or gate
    dice: Literal["sum", "hits", "one_die"] = "sum"  # F-R-103: how power is rolled
    game_length: Annotated[int, Meta(ge=1, le=40)] = 20  # F-VIC-04: turns
    ask_always: bool = False  # F-R-61: ask a player at every window, so that silence tells nothing
