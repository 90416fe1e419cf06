"""The notebooks as files. What they compute is compared by nbval, which this makes meaningful."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from .conftest import REPOSITORY
from .nbexec import faults, notebooks, tidy

NOTEBOOKS = notebooks()


def name(path: Path) -> str:
    return path.relative_to(REPOSITORY / "notebooks").as_posix()


def test_there_is_a_start_page() -> None:
    assert REPOSITORY / "notebooks" / "00_start_here.ipynb" in NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_small_run_top_to_bottom_and_clean(path: Path) -> None:
    assert faults(path) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_executed_as_the_project_does(path: Path) -> None:
    """Nothing in the file that differs from run to run: executing again gives no diff but real ones."""
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(path, as_version=4)
    tidy(notebook)
    assert nbformat.writes(notebook) + "\n" == path.read_text("utf-8"), "run: python tests/nbexec.py"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_links_between_notebooks_lead_somewhere(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    text = "".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    for target in re.findall(r"\]\(([^)#:]+\.ipynb)[^)]*\)", text):
        assert (path.parent / target).is_file(), target


def test_faults_are_found(tmp_path: Path) -> None:
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook, new_output

    book = new_notebook(cells=[new_code_cell("1 + 1"), new_code_cell("f()", execution_count=1)])
    book.cells[1].outputs = [new_output("error", ename="NameError", evalue="f", traceback=[])]
    book.metadata["widgets"] = {}
    path = tmp_path / "bad.ipynb"
    nbformat.write(book, path)
    found = " ".join(faults(path))
    for words in ("not run from top to bottom", "widget state", "NameError"):
        assert words in found
