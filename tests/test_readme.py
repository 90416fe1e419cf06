"""What the README shows works as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from atlantis_nb import cli

from .conftest import REPOSITORY

README = (REPOSITORY / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_python_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block runs from top to bottom; batches are made small, nothing else is changed."""
    monkeypatch.chdir(tmp_path)
    code = re.sub(r"\bn=\d+", "n=2, progress=False", blocks("python")[number])
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102 - our own README


def test_commands_are_commands() -> None:
    lines = [line for block in blocks("") for line in block.splitlines()]
    commands = [line for line in lines if line.startswith(("atlantis-nb ", "python3 -m atlantis_nb "))]
    assert {"python3 -m atlantis_nb lab", "python3 -m atlantis_nb test"} <= set(commands)
    for command in commands:
        words = shlex.split(command.replace("python3 -m atlantis_nb", "atlantis-nb"))[1:]
        if words != ["--help"]:
            cli.parser().parse_args(words)  # exits with an error for what it does not know


def test_every_game_is_in_the_table() -> None:
    import atlantis_nb as atl

    for game in atl.games.values():
        low, high = game.players
        players = str(low) if low == high else f"{low} to {high}"
        assert re.search(rf"^\| `{game.id}` \| .* \| {players} \|", README, re.MULTILINE), game.id


def test_notebooks_named_in_the_readme_exist() -> None:
    for name in re.findall(r"notebooks/[\w/]+\.ipynb", README):
        assert name == "notebooks/NAME.ipynb" or (REPOSITORY / name).is_file(), name
