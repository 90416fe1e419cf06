"""An owner's own units and spells, named before the game is first used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

DATA = files("atlantis_nb.games.foes").joinpath("data")


def told(code: str, **named: Path) -> str:
    """What a fresh process prints or ends with, with files named in its environment."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **{k: str(v) for k, v in named.items()}},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def changed(tmp_path: Path, name: str, **changes: Any) -> Path:
    raw = json.loads(DATA.joinpath(f"{name}.json").read_text("utf-8"))
    raw[name][0] |= changes
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps(raw), "utf-8")
    return path


WAR = """
import atlantis_nb as atl
war = atl.Match("foes", seed=1).run("random", until=30)
from atlantis_nb.games.foes.data import KINDS, SPELLS
print(next(iter(KINDS.values())).melee, next(iter(SPELLS.values())).power, len(war.line()))
"""


def test_a_war_with_units_and_spells_of_ones_own(tmp_path: Path) -> None:
    units, spells = changed(tmp_path, "units", melee=9), changed(tmp_path, "spells", power=8)
    assert told(WAR, ATLANTIS_FOES_UNITS=units, ATLANTIS_FOES_SPELLS=spells).split()[:2] == ["9", "8"]


def test_a_wrong_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    units = changed(tmp_path, "units", special="teleports")
    last = told(WAR, ATLANTIS_FOES_UNITS=units).strip().splitlines()[-1]
    assert "units[0]" in last
    assert "the special 'teleports' is not known" in last
    last = told(WAR, ATLANTIS_FOES_UNITS=tmp_path / "nowhere.json").strip().splitlines()[-1]
    assert "There is no units file" in last
