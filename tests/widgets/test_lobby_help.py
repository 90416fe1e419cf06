"""Each option in the lobby says what it is about."""

from __future__ import annotations

import msgspec
import pytest

import atlantis_nb as atl
from atlantis_nb.widgets.lobby import help_html


@pytest.mark.parametrize("game_id", list(atl.games))
def test_every_option_has_help(game_id: str) -> None:
    game = atl.games[game_id]
    bare = [f.name for f in msgspec.structs.fields(game.Options) if not help_html(game, f.name)]
    assert bare == []


def test_help_names_the_rule_where_no_ruling_has_the_option() -> None:
    assert "F-VIC-04" in help_html(atl.games["foes"], "game_length")
    assert "G-DRAFT-01" in help_html(atl.games["guards"], "pick_mode")
