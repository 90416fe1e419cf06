"""`atlantis-nb check`: what is installed, and whether the widgets can work here."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import platform
import re
import subprocess
import sys
from pathlib import Path

from atlantis_nb import __version__, setup_env

FRONT_ENDS = {
    "@jupyter-widgets/jupyterlab-manager": "jupyterlab_widgets",
    "anywidget": "anywidget",
    "jupyterlab-plotly": "plotly",
}
"""JupyterLab extension -> the Python package that brings it: the two halves of each widget library."""

BEHIND = ("jupyter_server", "jupyterlab_widgets", "widgetsnbextension", "ipykernel", "traitlets", "comm")
"""Packages that come along with the ones we ask for and that a report of a broken widget must name."""

KERNEL_TEST = "import anywidget, atlantis_nb, ipywidgets, msgspec, plotly; print(atlantis_nb.__version__)"


def check() -> int:
    """Print all versions and each trouble with its remedy. Returns 0 if there is none, else 1."""
    print(f"atlantis_nb {__version__}, Python {platform.python_version()} at {sys.executable}")
    for title, extras in (("", ()), ("for the simulation lab", ("lab",)), ("for the tests", ("test",))):
        known = set(setup_env.requirements()) if extras else set()
        names = [name_of(r) for r in setup_env.requirements(extras) if r not in known]
        print(f"{title + ': ' if title else ''}{', '.join(f'{n} {version(n)}' for n in names)}")

    print(f"behind the widgets: {', '.join(f'{n} {version(n)}' for n in BEHIND)}")

    troubles = [f"{t}. {remedy()}" for t in setup_env.unmet()]
    if not troubles:
        troubles += front_ends() + kernel()
    for trouble in troubles:
        print(f"NOT WELL: {trouble}")
    missing = setup_env.unmet(("lab",)) if not troubles else []
    if missing:
        print(f"Simulations over many games need also: {', '.join(missing)}. {remedy('lab')}")
    if not troubles:
        print("All is well: kernel and browser halves of ipywidgets, anywidget and plotly agree.")
    return 1 if troubles else 0


def name_of(requirement: str) -> str:
    return re.split(r"[\[<>=!~; ]", requirement)[0]


def version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "(absent)"


def remedy(extra: str = "") -> str:
    if setup_env.is_clone():
        return "`python3 -m atlantis_nb lab` in the clone's folder installs it."
    wish = f"atlantis_nb[{extra}]" if extra else "atlantis_nb"
    return f"Install it with: {sys.executable} -m pip install --upgrade '{wish}'"


def front_ends() -> list[str]:
    """Troubles with the browser halves that JupyterLab would load here."""
    from jupyter_core.paths import jupyter_path
    from jupyterlab_server.config import get_page_config

    places = [Path(p) for p in jupyter_path("labextensions")]
    disabled = get_page_config([str(p) for p in places]).get("disabledExtensions", {})
    troubles = []
    for extension, package in FRONT_ENDS.items():
        loaded = next((p / extension for p in places if (p / extension / "package.json").is_file()), None)
        if loaded is None:
            troubles.append(
                f"JupyterLab has no {extension}, the browser half of {package}. "
                f"Install it again: {sys.executable} -m pip install --force-reinstall {package}"
            )
            continue
        front = json.loads((loaded / "package.json").read_text("utf-8"))["version"]
        own = brought_by(package, extension)
        if own is not None and own.resolve() != loaded.resolve():
            troubles.append(
                f"JupyterLab loads {extension} {front} from {loaded}, not the one that belongs to "
                f"{package} {version(package)}. Delete that folder."
            )
        elif package != "jupyterlab_widgets" and front != version(package):
            troubles.append(
                f"{package} is {version(package)} in Python and {front} in the browser. "
                f"Install it again: {sys.executable} -m pip install --force-reinstall {package}"
            )
        if extension in disabled and (isinstance(disabled, list) or disabled[extension]):
            troubles.append(
                f"{extension} is switched off. Switch it on: jupyter labextension enable {extension}"
            )
    return troubles


def brought_by(package: str, extension: str) -> Path | None:
    """The folder of the extension that a package has installed; None if it keeps no list of files."""
    for file in importlib.metadata.files(package) or []:
        if file.as_posix().endswith(f"labextensions/{extension}/package.json"):
            return Path(str(file.locate())).parent
    return None


def kernel() -> list[str]:
    """Troubles with the kernel that a new notebook would get."""
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

    if importlib.util.find_spec("ipykernel") is None:
        return [f"ipykernel is absent. Install it with: {sys.executable} -m pip install ipykernel"]
    try:
        python = KernelSpecManager().get_kernel_spec("python3").argv[0]
    except NoSuchKernel:
        return [
            f"Jupyter has no python3 kernel. Make one: {sys.executable} -m ipykernel install --sys-prefix"
        ]
    if python in ("python", "python3", f"python3.{sys.version_info.minor}"):
        python = sys.executable  # as Jupyter does when it starts the kernel
    try:
        tried = subprocess.run(
            [python, "-c", KERNEL_TEST], capture_output=True, text=True, check=False, timeout=60,
            env=setup_env.kernel_path(),
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"The kernel's Python, {python}, does not answer: {error}."]
    if tried.returncode:
        words = tried.stderr.strip().splitlines()[-1:] or ["no word why"]
        return [f"The kernel's Python, {python}, cannot import what notebooks need: {words[0]}"]
    return []
