"""From a fresh clone to a working environment, with the standard library alone.

A clone keeps its own environment in the folder .venv. Whatever already runs with all that is
needed (conda, Binder, a virtual environment of the user) is used as it is and nothing is made.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

HOME = Path(__file__).resolve().parent.parent
"""The clone's folder (or site-packages, when this is an installed copy)."""

VENV = HOME / ".venv"
STAMP = VENV / "atlantis_nb.stamp"
EXTRAS = ("lab", "test")
AGAIN = "ATLANTIS_NB_SETUP"
"""Set in the environment of a re-executed process, so that a failed set-up cannot go round in circles."""


class SetupError(Exception):
    """The set-up cannot go on; the text says why and what to do."""


def is_clone() -> bool:
    """True in a clone of the repository, False in an installed copy."""
    return (HOME / "pyproject.toml").is_file()


# ------------------------------------------------------------------ what is needed, what is there


def requirements(extras: Iterable[str] = ()) -> list[str]:
    """What pyproject.toml (or the installed copy's own record) asks for."""
    if is_clone():
        project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
        return [*project["dependencies"], *(r for e in extras for r in project["optional-dependencies"][e])]
    wanted = []
    for line in importlib.metadata.requires("atlantis_nb") or []:
        requirement, _, marker = line.partition(";")
        extra = re.search(r"extra\s*==\s*['\"](\w+)['\"]", marker)
        if extra is None or extra[1] in extras:
            wanted.append(requirement.strip())
    return wanted


def release(version: str) -> tuple[int, ...]:
    """ "3.6.1" -> (3, 6, 1); what follows the numbers ("rc1", ".post2") does not matter here."""
    found = re.match(r"\d+(\.\d+)*", version)
    return tuple(int(part) for part in found[0].split(".")) if found else ()


def fits(version: str, bounds: str) -> bool:
    """Whether "3.6.1" lies in ">=3.6,<4". Knows >= and < only, the two that our pyproject uses."""
    have = release(version)
    for bound in filter(None, (b.strip() for b in bounds.split(","))):
        low, high = bound.startswith(">="), bound.startswith("<")
        limit = release(bound.lstrip("<>="))
        width = max(len(have), len(limit))
        a, b = (r + (0,) * (width - len(r)) for r in (have, limit))
        if (low and a < b) or (high and a >= b):
            return False
    return True


def unmet(extras: Iterable[str] = ()) -> list[str]:
    """Requirements that the running Python does not meet, each in a few words."""
    missing = []
    for requirement in requirements(extras):
        parts = re.match(r"([\w.-]+)(\[[^]]*])?\s*(.*)", requirement)
        if parts is None:
            continue
        name, _, bounds = parts.groups()
        try:
            version = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            missing.append(f"{name} (absent)")
            continue
        if not fits(version, bounds):
            missing.append(f"{name} {version} (wanted {bounds})")
    return missing


# ------------------------------------------------------------------ making it so


def ensure(arguments: list[str], extras: Iterable[str]) -> None:
    """Return if this Python has what is needed; else set up .venv and go on in there.

    `arguments` are those of the command line, to be given again. Raises SetupError.
    """
    extras = tuple(extras)
    missing = unmet(extras)
    if not missing:
        return
    if not is_clone():
        wish = f"atlantis_nb[{','.join(extras)}]" if extras else "atlantis_nb"
        raise SetupError(
            f"Missing here: {', '.join(missing)}. Install with: {sys.executable} -m pip install '{wish}'"
        )
    if os.environ.get(AGAIN):
        raise SetupError(
            f"The environment in {VENV} still lacks {', '.join(missing)}. "
            "Delete that folder and run the same line again."
        )
    python = venv_python()
    if not (ready() and Path(sys.prefix).resolve() != VENV.resolve()):
        build(python)
    rerun(python, arguments)


def venv_python(venv: Path = VENV) -> Path:
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint() -> str:
    """Changes with pyproject.toml, with the place of the clone and with the Python of .venv."""
    config = VENV / "pyvenv.cfg"
    parts = [(HOME / "pyproject.toml").read_bytes(), str(HOME).encode()]
    parts.append(config.read_bytes() if config.is_file() else b"")
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def ready() -> bool:
    """Whether .venv has been filled for this pyproject.toml."""
    return STAMP.is_file() and STAMP.read_text("utf-8").strip() == fingerprint()


def build(python: Path) -> None:
    """Make .venv if it is not there and install the clone into it. Raises SetupError."""
    print("Setting up atlantis_nb. This happens once; it needs a connection and a minute or two.", flush=True)
    if not works(python):
        make_venv()
    STAMP.unlink(missing_ok=True)
    target = f"{HOME}[{','.join(EXTRAS)}]"
    print(f"  2. Installing atlantis_nb and what it needs into {VENV}", flush=True)
    install([str(python), "-m", "pip", "install", "--disable-pip-version-check", "-e", target])
    quiet_jupyter()
    STAMP.write_text(fingerprint() + "\n", "utf-8")
    print("  3. Done. Next time this step is skipped.\n", flush=True)


def quiet_jupyter() -> None:
    """In our own .venv, JupyterLab's question whether to fetch news is answered beforehand: no."""
    overrides = VENV / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    overrides.parent.mkdir(parents=True, exist_ok=True)
    answers = {"fetchNews": "false", "checkForUpdates": False}
    text = json.dumps({"@jupyterlab/apputils-extension:notification": answers}, indent=1)
    overrides.write_text(text + "\n", "utf-8")


def works(python: Path) -> bool:
    """Whether .venv has a Python of ours that runs, with pip."""
    if not python.is_file():
        return False
    check = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([python, "-c", check], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    print(f"  1. Making a Python environment of its own in {VENV}", flush=True)
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "This Python cannot make virtual environments (venv or ensurepip is missing). "
            "On Debian or Ubuntu install it with: sudo apt install python3-venv   "
            "Then run the same line again."
        )
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise SetupError(f"The environment could not be made: {(made.stderr or made.stdout).strip()}")


def install(command: list[str]) -> None:
    """Run pip with one moving line of progress; its own words go to a log in .venv."""
    log = VENV / "install.log"
    line = Progress()
    seen = 0
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with (
        log.open("w", encoding="utf-8") as kept,
        subprocess.Popen(
            [*command, "--progress-bar", "off"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace", env=env,
        ) as pip,
    ):  # fmt: skip
        assert pip.stdout is not None
        for words in pip.stdout:
            kept.write(words)
            kind, _, rest = words.strip().partition(" ")
            if kind == "Collecting":
                seen += 1
                line.say(f"found {seen} packages, now {re.split('[<>=!~;[ ]', rest)[0]}")
            elif kind == "Downloading":
                line.say(f"found {seen} packages, downloading")
            elif words.startswith("Installing collected packages"):
                line.say(f"unpacking {words.count(',') + 1} packages")
    line.end()
    if pip.returncode:
        tail = "\n    ".join(log.read_text("utf-8").strip().splitlines()[-8:])
        raise SetupError(
            f"The installation stopped. Its last words:\n    {tail}\n"
            f"Often the reason is a missing connection; run the same line again to go on. All of it is in {log}."
        )


class Progress:
    """One line that moves on a terminal; elsewhere (a log) a line every ten seconds."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.last = -10.0
        self.live = sys.stdout.isatty()

    def say(self, words: str) -> None:
        now = time.monotonic() - self.start
        text = f"     {now:3.0f} s  {words}"
        if self.live:
            print(f"\r{text:<78.78}", end="", flush=True)
        elif now - self.last >= 10:
            self.last = now
            print(text, flush=True)

    def end(self) -> None:
        print("\r" if self.live else "", end=f"     {time.monotonic() - self.start:3.0f} s  done{' ' * 50}\n")


def rerun(python: Path, arguments: list[str]) -> NoReturn:
    """Go on as the same command in .venv."""
    os.environ[AGAIN] = "1"
    command = [str(python), "-m", "atlantis_nb", *arguments]
    if os.name == "nt":  # there, exec returns to the prompt at once
        try:
            sys.exit(subprocess.run(command, check=False).returncode)
        except KeyboardInterrupt:
            sys.exit(130)
    os.execv(command[0], command)


def kernel_path() -> dict[str, str]:
    """Environment for Jupyter and pytest in which kernels can import this clone, installed or not."""
    env = dict(os.environ)
    env.pop(AGAIN, None)
    if is_clone():
        env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(HOME), env.get("PYTHONPATH", "")]))
    return env
