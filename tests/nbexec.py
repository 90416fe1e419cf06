"""Execute notebooks in place so that a second run gives the same bytes.

    python tests/nbexec.py                      # all of them
    python tests/nbexec.py notebooks/00_start_here.ipynb ...

Left out: widget state (5 MB for each FigureWidget), cell timing, the patch version of Python. Widget
model ids and cell ids are numbered.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"


def notebooks() -> list[Path]:
    """All notebooks of the project, without the copies that JupyterLab keeps."""
    return sorted(p for p in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)


def execute(path: Path) -> None:
    """Run a notebook from top to bottom and save it with its outputs."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()
    tidy(notebook)
    path.write_text(nbformat.writes(notebook) + "\n", "utf-8", newline="\n")


def tidy(notebook: Any) -> None:
    """Take out whatever differs from run to run or from machine to machine."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    models: dict[str, str] = {}
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"c{number:03d}"
        cell.metadata.pop("execution", None)
        if "outputs" in cell:
            cell["outputs"] = joined(cell["outputs"])
        for output in cell.get("outputs", []):
            view = (output.get("data") or {}).get(WIDGET)
            if view:
                view["model_id"] = models.setdefault(view["model_id"], f"{len(models):032x}")


def joined(outputs: list[Any]) -> list[Any]:
    """What a cell printed as one piece: where it is split depends on the moment."""
    out: list[Any] = []
    for output in outputs:
        last = out[-1] if out else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last["text"] += output["text"]
        else:
            out.append(output)
    return out


def faults(path: Path) -> list[str]:
    """What is wrong with a saved notebook: size, counts, widget state, errors, paths of a machine."""
    import nbformat

    size = path.stat().st_size
    found = [f"{size} bytes, 1 MB is the most"] if size >= 1_000_000 else []
    notebook = nbformat.read(path, as_version=4)
    cells = [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]
    counts = [c.execution_count for c in cells]
    # nbval compares nothing for a cell that was never run, so this is what makes it strict.
    if counts != list(range(1, len(counts) + 1)):
        found.append(f"not run from top to bottom: {counts}")
    if "widgets" in notebook.metadata:
        found.append("widget state is saved in it")
    for cell in cells:
        for output in cell.outputs:
            if output.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", []):
                found.append(f"cell {cell.execution_count} ended in {output.ename}")
    text = path.read_text("utf-8")
    for place in (str(NOTEBOOKS.parent), "/home/", "/root/", "/Users/", "ipykernel_"):
        if place in text:
            found.append(f"a path of some machine: {place}")
    return found


def main(names: list[str]) -> int:
    bad = 0
    for path in [Path(n) for n in names] or notebooks():
        execute(path)
        wrong = faults(path)
        bad += bool(wrong)
        print(f"{path.name}: {'; '.join(wrong) or 'ok'}", flush=True)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
