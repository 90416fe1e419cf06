"""The package as others get it: light to import, complete when installed, one place for each version."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

import atlantis_nb

from .conftest import REPOSITORY

HEAVY = ("plotly", "ipywidgets", "anywidget", "networkx", "pandas", "icepool", "msgspec", "numpy", "IPython")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]


def python(code: str, *flags: str, cwd: Path = REPOSITORY) -> str:
    done = subprocess.run(
        [sys.executable, *flags, "-c", code], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_is_quick_and_loads_nothing_heavy() -> None:
    code = (
        "import sys, time; t = time.perf_counter(); import atlantis_nb; t = time.perf_counter() - t;"
        f"print(t, [m for m in {HEAVY!r} if m in sys.modules])"
    )
    best = min(python(code).split(maxsplit=1) for _ in range(3))
    assert float(best[0]) < 0.2
    assert best[1].strip() == "[]"


def test_play_without_views_loads_no_view() -> None:
    """A match in a script or a worker process needs neither plots nor widgets."""
    code = (
        "import sys; from tests.toy import GAME; from atlantis_nb import Match; Match(GAME, 2).run('random');"
        "print([m for m in ('plotly', 'ipywidgets', 'anywidget', 'pandas', 'IPython') if m in sys.modules])"
    )
    assert python(code).strip() == "[]"


def test_command_line_starts_with_nothing_installed() -> None:
    """In a fresh clone there is only Python: -S leaves out every installed package."""
    code = (
        "import sys; sys.path.insert(0, '.'); from atlantis_nb import cli, setup_env;"
        "print(setup_env.unmet()); cli.parser().print_help()"
    )
    said = python(code, "-S", "-E", "-s")
    assert "msgspec (absent)" in said
    assert "open the notebooks in JupyterLab" in said


def test_every_public_name_is_there() -> None:
    for name in atlantis_nb.__all__:
        assert getattr(atlantis_nb, name) is not None
    assert set(atlantis_nb.__all__) <= set(dir(atlantis_nb))
    with pytest.raises(AttributeError, match="it has: .*Match"):
        _ = atlantis_nb.no_such_name


def test_one_version(project: dict[str, Any]) -> None:
    assert project["version"] == atlantis_nb.__version__


def test_dependencies_are_bounded_on_both_sides(project: dict[str, Any]) -> None:
    """A new major version of a widget library must not break last year's lesson."""
    for requirement in project["dependencies"]:
        assert re.fullmatch(r"[\w-]+>=[\d.]+,<[\d.]+", requirement), requirement


def test_conda_environment_takes_its_versions_from_pyproject(project: dict[str, Any]) -> None:
    environment = yaml.safe_load((REPOSITORY / "environment.yml").read_text("utf-8"))
    *plain, last = environment["dependencies"]
    assert last == {"pip": ["-e .[lab,test]"]}
    assert set(project["optional-dependencies"]) == {"lab", "test"}
    (version,) = [line.split("=")[1] for line in plain if line.startswith("python=")]
    lowest = project["requires-python"].removeprefix(">=")
    assert [int(x) for x in version.split(".")] >= [int(x) for x in lowest.split(".")]
    assert [line for line in plain if not line.startswith("python=")] == ["pip"]


# ------------------------------------------------------------------ the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked, as pip would do it."""
    site = tmp_path_factory.mktemp("site")
    zipfile.ZipFile(wheel).extractall(site)
    return site


def test_wheel_carries_all_that_is_in_the_package_and_the_notebooks(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "atlantis_nb", "notebooks"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    for file in tracked:
        if (REPOSITORY / file).is_file():
            assert re.sub(r"^notebooks/", "atlantis_nb/_notebooks/", file) in inside
    assert {name.split("/")[0] for name in inside} == {"atlantis_nb", "atlantis_nb-0.1.0.dist-info"}


def test_installed_copy_unpacks_its_notebooks_and_keeps_what_was_changed(
    installed: Path, tmp_path: Path
) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r}); from pathlib import Path;"
        "from atlantis_nb import cli_lab, setup_env; assert not setup_env.is_clone();"
        "source = Path(cli_lab.__file__).with_name('_notebooks');"
        "print(*cli_lab.unpack(source, Path('atlantis_notebooks')), sep='\\n')"
    )
    first = python(code, cwd=tmp_path)
    start = tmp_path / "atlantis_notebooks" / "00_start_here.ipynb"
    assert "files copied" in first
    assert start.read_bytes() == (REPOSITORY / "notebooks" / "00_start_here.ipynb").read_bytes()
    start.write_text("mine", "utf-8")
    assert "The notebooks are in" in python(code, cwd=tmp_path)
    assert start.read_text("utf-8") == "mine"


def test_installed_copy_knows_its_requirements(installed: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r});"
        "from atlantis_nb import setup_env; print(setup_env.requirements(), setup_env.requirements(['lab']))"
    )
    plain, lab = python(code, cwd=installed).strip().split("] [")
    assert "msgspec" in plain
    assert "pandas" not in plain
    assert "pandas" in lab
    assert "hypothesis" not in lab
