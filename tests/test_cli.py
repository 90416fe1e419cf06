"""The commands, and the set-up of a fresh clone."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from atlantis_nb import cli, cli_check, cli_lab, cli_test, setup_env

from .conftest import REPOSITORY
from .toy import GAME

# ------------------------------------------------------------------ help and wrong use


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["--help"])
    assert end.value.code == 0
    said = capsys.readouterr().out
    for command in ("lab", "check", "play", "replay", "test"):
        assert re.search(rf"^    {command} ", said, re.MULTILINE), said


@pytest.mark.parametrize("command", ["lab", "check", "play", "replay", "test"])
def test_each_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([command, "--help"])
    assert end.value.code == 0
    assert len(capsys.readouterr().out.splitlines()) > 5


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "chess"], "There is no game 'chess'. Games are:"),
        (["replay", "no-such-file.json"], "no-such-file.json"),
        (["test", "--only", "luck"], "There is no step 'luck'; the steps are"),
    ],
)
def test_wrong_use_gets_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 1
    said = capsys.readouterr().err
    assert said.startswith("atlantis-nb: ")
    assert sentence in said
    assert "Traceback" not in said


# ------------------------------------------------------------------ play and replay


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game takes the place of the registry's."""
    import atlantis_nb.games

    monkeypatch.setattr(atlantis_nb.games, "games", {"toy": GAME})


@pytest.mark.usefixtures("toy")
def test_a_game_is_played_saved_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "evening.json")
    words = ["play", "toy", "--players", "3", "--seed", "7", "--bots", "random,greedy(20),random"]
    assert cli.main([*words, "--options", "rounds=2", "--out", file]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Isles: ")
    assert "Scores: " in said
    assert f"Saved as {file}." in said
    result = next(line for line in said.splitlines() if "Scores: " in line)

    assert cli.main(["replay", file, "--rules"]) == 0
    told = capsys.readouterr().out
    assert result in told
    assert "[T-BID-01]" in told
    assert "You draw a" in told

    assert cli.main(["replay", file, "--seat", "0"]) == 0
    mine = capsys.readouterr().out
    # Six cards are dealt; each player sees the two of their own.
    assert told.count("You draw a") == 6
    assert mine.count("You draw a") == 2

    assert cli.main(["replay", file, "--round", "2"]) == 0
    second = capsys.readouterr().out
    assert 0 < len(second) < len(told)
    assert cli.main(["replay", file, "--node", "5"]) == 0
    assert "ship" in capsys.readouterr().out


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--players", "9"], "Isles is for 2 to 3 players, not 9."),
        (["--bots", "grumpy"], "There is no bot 'grumpy'."),
        (
            ["--players", "2", "--bots", "random,random,random"],
            "--bots names one bot, or one for each of 2 seats",
        ),
        (["--options", "rounds=99"], "rounds"),
        (["--options", "siege=true"], "Isles has no option 'siege'. Options are: rounds, bidding."),
        (["--options", "rounds"], "An option is written NAME=VALUE, not 'rounds'."),
        (["--until", "doomsday"], "until is"),
    ],
)
def test_what_does_not_fit_is_said(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", "toy", *words]) == 1
    assert sentence in capsys.readouterr().err


# ------------------------------------------------------------------ check


def test_check_names_versions_and_finds_all_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check"]) == 0
    said = capsys.readouterr().out
    for name in ("ipywidgets 8.", "jupyterlab_widgets 3.", "anywidget 0.", "plotly 7.", "pandas ", "pytest "):
        assert name in said
    assert "All is well" in said


def test_check_finds_a_front_end_that_hides_the_right_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "labextensions" / "anywidget"
    stale.mkdir(parents=True)
    (stale / "package.json").write_text('{"name": "anywidget", "version": "0.9.0"}', "utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    assert cli.main(["check"]) == 1
    said = capsys.readouterr().out
    assert f"JupyterLab loads anywidget 0.9.0 from {stale}" in said
    assert "Delete that folder." in said


def test_check_finds_a_missing_front_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cli_check.FRONT_ENDS, "no-such-extension", "plotly")
    (trouble,) = cli_check.front_ends()
    assert trouble.startswith(
        "JupyterLab has no no-such-extension, the browser half of plotly. Install it again"
    )


def test_check_finds_a_package_that_is_too_old(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(setup_env, "requirements", lambda extras=(): ["plotly>=99,<100"])
    assert cli.main(["check"]) == 1
    assert re.search(r"NOT WELL: plotly 7\S* \(wanted >=99,<100\)\. ", capsys.readouterr().out)


# ------------------------------------------------------------------ the set-up


@pytest.mark.parametrize(
    ("version", "bounds", "fit"),
    [
        ("3.6.1", ">=3.6,<4", True),
        ("3.6", ">=3.6,<4", True),
        ("4.0.0", ">=3.6,<4", False),
        ("3.5.9", ">=3.6,<4", False),
        ("0.11.0rc1", ">=0.11,<0.12", True),
        ("2026.8.0", ">=2026.1", True),
        ("1.0", "", True),
        ("8.10", ">=8.9", True),
    ],
)
def test_version_fits(version: str, bounds: str, fit: bool) -> None:
    assert setup_env.fits(version, bounds) is fit


def test_nothing_is_made_where_all_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup_env, "build", lambda python: pytest.fail("built"))
    monkeypatch.setattr(setup_env, "rerun", lambda python, words: pytest.fail("ran again"))
    setup_env.ensure(["test"], ("lab", "test"))


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A clone in which something is missing; returns the list of what the set-up did."""
    did: list[str] = []
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "pyproject.toml").write_text(
        '[project]\ndependencies = ["no-such-package>=1,<2"]\noptional-dependencies = {lab = [], test = []}\n',
        "utf-8",
    )
    monkeypatch.setattr(setup_env, "HOME", tmp_path)
    monkeypatch.setattr(setup_env, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(setup_env, "STAMP", tmp_path / ".venv" / "stamp")
    monkeypatch.setattr(setup_env, "works", lambda python: python.is_file())
    monkeypatch.setattr(setup_env, "install", lambda command: did.append("install " + command[-1]))
    monkeypatch.setattr(setup_env, "rerun", lambda python, words: did.append(f"rerun {' '.join(words)}"))
    monkeypatch.delenv(setup_env.AGAIN, raising=False)

    def make_venv() -> None:
        did.append("venv")
        python = setup_env.venv_python(tmp_path / ".venv")
        python.parent.mkdir(parents=True)
        python.touch()
        (tmp_path / ".venv" / "pyvenv.cfg").touch()

    monkeypatch.setattr(setup_env, "make_venv", make_venv)
    return did


def test_the_second_command_does_not_install_again(clone: list[str]) -> None:
    python = setup_env.venv_python(setup_env.VENV)
    for words in (["lab"], ["test"]):
        if not setup_env.ready():
            setup_env.build(python)
        setup_env.rerun(python, words)
    assert clone == ["venv", f"install {setup_env.HOME}[lab,test]", "rerun lab", "rerun test"]
    settings = setup_env.VENV / "share/jupyter/lab/settings/overrides.json"
    assert json.loads(settings.read_text("utf-8"))["@jupyterlab/apputils-extension:notification"] == {
        "fetchNews": "false",
        "checkForUpdates": False,
    }


def test_a_changed_pyproject_installs_again(clone: list[str]) -> None:
    python = setup_env.venv_python(setup_env.VENV)
    setup_env.build(python)
    assert setup_env.ready()
    project = setup_env.HOME / "pyproject.toml"
    project.write_text(project.read_text("utf-8") + "# changed\n", "utf-8")
    assert not setup_env.ready()
    setup_env.build(python)
    assert clone.count("venv") == 1
    assert len([step for step in clone if step.startswith("install")]) == 2


def test_a_set_up_that_did_not_help_ends_with_a_sentence(
    clone: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setup_env.AGAIN, "1")
    with pytest.raises(
        setup_env.SetupError, match=r"still lacks no-such-package \(absent\)\. Delete that folder"
    ):
        setup_env.ensure(["lab"], ())
    assert clone == []


def test_python_without_venv_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(setup_env.SetupError, match="sudo apt install python3-venv"):
        setup_env.make_venv()


def test_a_failed_installation_shows_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(setup_env, "VENV", tmp_path)
    code = "import sys; print('Collecting a>=1'); print('ERROR: no network'); sys.exit(1)"
    with pytest.raises(setup_env.SetupError, match="no network"):
        setup_env.install([sys.executable, "-c", code])
    assert "ERROR: no network" in (tmp_path / "install.log").read_text("utf-8")
    assert "found 1 packages, now a" in capsys.readouterr().out


def test_an_old_python_gets_a_sentence() -> None:
    source = (REPOSITORY / "atlantis_nb" / "__main__.py").read_text("utf-8")
    code = f"import sys; sys.version_info = (3, 9); exec({source!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("atlantis_nb needs Python 3.11 or newer; this is Python ")


# ------------------------------------------------------------------ lab


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="sends Ctrl+C as Unix does")
def test_lab_serves_the_notebooks_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "JUPYTER_RUNTIME_DIR": str(tmp_path)}
    env.pop("DISPLAY", None)
    with subprocess.Popen(
        [sys.executable, "-m", "atlantis_nb", "lab", "--no-browser"],
        cwd=REPOSITORY, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            address = ""
            for line in server.stdout:
                if line.strip().startswith("http://"):
                    address = line.strip()
                    break
            assert "/lab/tree/00_start_here.ipynb?token=" in address
            with urllib.request.urlopen(address, timeout=30) as page:
                assert page.status == 200
            base, _, token = address.partition("/lab/tree/00_start_here.ipynb?token=")
            with urllib.request.urlopen(f"{base}/api/contents?token={token}", timeout=30) as answer:
                names = [file["name"] for file in json.load(answer)["content"]]
            assert "00_start_here.ipynb" in names
            os.killpg(server.pid, signal.SIGINT)
            assert server.wait(30) == 0
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)


def test_unpacking_copies_once_and_brings_new_versions_of_unchanged_files(tmp_path: Path) -> None:
    source, folder = tmp_path / "source", tmp_path / "folder"
    (source / "more").mkdir(parents=True)
    (source / "a.ipynb").write_text("a1", "utf-8")
    (source / "more" / "b.ipynb").write_text("b1", "utf-8")
    assert cli_lab.unpack(source, folder) == [f"2 files copied to {folder}."]
    assert cli_lab.unpack(source, folder) == [f"The notebooks are in {folder}."]

    (folder / "a.ipynb").write_text("mine", "utf-8")
    (source / "a.ipynb").write_text("a2", "utf-8")
    (source / "more" / "b.ipynb").write_text("b2", "utf-8")
    copied, stays = cli_lab.unpack(source, folder)
    assert copied == f"1 files copied to {folder}."
    assert stays == "  a.ipynb stays as you changed it; the new version was not copied."
    assert (folder / "a.ipynb").read_text("utf-8") == "mine"
    assert (folder / "more" / "b.ipynb").read_text("utf-8") == "b2"
    assert cli_lab.unpack(source, folder) == [f"The notebooks are in {folder}."]


def test_a_taken_port_is_passed_over() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert cli_lab.free_port(port) > port


# ------------------------------------------------------------------ test


def test_steps_run_on_after_a_failure_and_are_summed_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = {
        "style": [[sys.executable, "-c", "print('untidy'); raise SystemExit(1)"]],
        "tests": [[sys.executable, "-c", "print('=== 5 passed in 0.1s ===')"]],
    }
    monkeypatch.setattr(cli_test, "STEPS", steps)
    assert cli_test.test([], []) == 1
    said = capsys.readouterr().out
    assert re.search(r"style +FAILED", said)
    assert re.search(r"tests +passed  5 passed in 0.1s", said)
    assert cli_test.test(["tests"], []) == 0
