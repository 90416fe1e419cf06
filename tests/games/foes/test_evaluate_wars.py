"""The bench of wars counts what happened, notes what was not covered, and goes on where it was stopped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from atlantis_nb.core.game import Action
from atlantis_nb.games.foes import GAME
from atlantis_nb.games.foes.data import ATLANTIS, FOES
from atlantis_nb.games.foes.state import FoesState
from tests.bench import wars_foes
from tests.bench.wars_foes import read, run, summary, war

from .kit import position


def end() -> FoesState:
    return position({"Oracle": "2,1", "Home Guard 1": "-3,1"}, turn=20)


def test_a_war_is_a_row() -> None:
    row = war(3, "greedy(20)", state=end())
    assert row["uncovered"] == ""
    assert (row["seed"], row["winner"], row["turn"]) == (3, FOES, 20)
    assert "Cataclysm" in row["cause"]
    assert row["Cataclysms announced"] == row["turns with the Temple open"] == 1
    assert row == json.loads(json.dumps(row))


def test_the_same_seed_is_the_same_war() -> None:
    first, second = (war(5, "random", state=position({"Mummies": "5,0"}, turn=19)) for _ in range(2))
    assert first | {"seconds": 0} == second | {"seconds": 0}
    assert (first["winner"], first["cause"]) == (ATLANTIS, "time ran out: a minor victory")


def test_what_is_not_covered_is_a_row_that_says_where() -> None:
    def clumsy(game: Any, state: Any, legal: Sequence[Action], rng: Random) -> Action:
        raise KeyError("no such hex")

    def cheat(game: Any, state: Any, legal: Sequence[Action], rng: Random) -> Action:
        return Action()

    row = war(1, clumsy, "clumsy", end())
    assert row["uncovered"].startswith("KeyError: 'no such hex' (turn 20, Attack Phase, AttackGo")
    assert row["winner"] is None
    assert "is not legal" in war(1, cheat, "cheat", end())["uncovered"]
    text = summary([row, war(2, "greedy(20)", state=end())])
    assert "seed 1: KeyError" in text
    assert "Five Foes won: 0.5" in text


def test_no_choice_and_the_bound_are_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    state = end()
    monkeypatch.setattr(type(state.agenda[-1]), "legal", lambda self, state: [])
    assert war(1, "random", state=state)["uncovered"].startswith("nothing to choose from")
    monkeypatch.undo()
    monkeypatch.setattr(type(GAME), "bound", 0)
    assert war(1, "random", state=state)["uncovered"].startswith("the bound was exceeded")


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def short(seed: int, chooser: str) -> dict[str, Any]:
        played.append(seed)
        if len(played) == 3:
            raise KeyboardInterrupt
        return war(seed, chooser, state=end())

    monkeypatch.setattr(wars_foes, "war", short)
    path = tmp_path / "deep" / "rows.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(path, range(1, 5), "random", quiet=True)
    assert [r["seed"] for r in read(path)] == [1, 2]
    path.write_text(path.read_text("utf-8") + '{"seed": 3, "bo', "utf-8")  # cut off in the middle
    rows = run(path, range(1, 5), "random", quiet=True)
    assert played == [1, 2, 3, 3, 4]
    assert [r["seed"] for r in rows] == [r["seed"] for r in read(path)] == [1, 2, 3, 4]


def test_the_summary_says_what_was_asked() -> None:
    text = summary([war(s, "greedy(20)", state=end()) for s in (1, 2)])
    for words in ("Atlanteans won: 0", "Five Foes won: 1", "turn: median 20", "Foe losses: median", "20: 2",
                  "2 Five Foes: The Cataclysm", "Not covered by the rules: 0"):  # fmt: skip
        assert words in text, text
    assert summary([]) == "No wars."


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(wars_foes, "war", lambda seed, chooser: war(seed, chooser, state=end()))
    wars_foes.main([str(tmp_path / "rows.jsonl"), "--wars", "2", "--first", "7", "--bot", "random"])
    assert "2 wars, random on both sides" in capsys.readouterr().out
    assert [r["seed"] for r in read(tmp_path / "rows.jsonl")] == [7, 8]
    with pytest.raises(ValueError, match="There is no bot"):
        wars_foes.main([str(tmp_path / "rows.jsonl"), "--bot", "clever"])
