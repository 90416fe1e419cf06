"""`atlantis-nb lab`: the notebooks in JupyterLab."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import webbrowser
from pathlib import Path

from atlantis_nb import setup_env

FIRST = "00_start_here.ipynb"
FOLDER = "atlantis_notebooks"
SHIPPED = ".shipped.json"
"""In the unpacked folder: file -> hash as it was unpacked, to tell changed files from old ones."""


def lab(port: int, no_browser: bool, options: list[str]) -> int:
    """Start JupyterLab on the notebooks, say where it is, and stay until it ends."""
    if setup_env.is_clone():
        folder = setup_env.HOME / "notebooks"
    else:
        folder = Path.cwd() / FOLDER
        for line in unpack(Path(__file__).with_name("_notebooks"), folder):
            print(line)
    if not 0 <= port <= 65535:
        raise setup_env.SetupError(f"--port is from 1 to 65535, not {port}.")
    port = port or free_port()
    token = secrets.token_hex(16)
    address = f"http://127.0.0.1:{port}/lab/tree/{FIRST}?token={token}"
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={folder}", "--ServerApp.answer_yes=True", "--ServerApp.log_level=WARN",
        "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # a container; the server listens to this machine alone
    env = {**setup_env.kernel_path(), "JUPYTER_TOKEN": token}
    print(f"Starting JupyterLab on the notebooks in {folder} ...", flush=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ending this must end the server, too
    with subprocess.Popen([*command, *options], env=env) as server:
        try:
            if not answers(server, f"http://127.0.0.1:{port}/api", 60):
                server.terminate()
                return 1
            opened = False if no_browser else open_browser(address)
            print(
                f"{'Opened in your browser' if opened else 'Open this address in a browser'}:\n\n    {address}\n\n"
                "Ctrl+C here ends it.",
                flush=True,
            )
            return server.wait()
        except KeyboardInterrupt:
            return end(server)


def end(server: subprocess.Popen[bytes]) -> int:
    """Stop the server gently."""
    server.terminate()  # Ctrl+C in a terminal has reached it as well; twice does no harm
    with contextlib.suppress(OSError):  # whoever listened may be gone
        print("\nEnding JupyterLab. Saved notebooks stay as they are.", flush=True)
    try:
        server.wait(15)
    except subprocess.TimeoutExpired:
        server.kill()
    return 0


def free_port(first: int = 8888) -> int:
    """The first port from `first` on that nobody listens to."""
    for port in range(first, first + 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    return first


def answers(server: subprocess.Popen[bytes], url: str, seconds: float) -> bool:
    """Wait until the server answers; False if it ended or did not answer in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except OSError:
            time.sleep(0.1)
        else:
            return True
    print(
        "JupyterLab did not start; its own words are above. `atlantis-nb check` may tell more.",
        file=sys.stderr,
    )
    return False


def open_browser(address: str) -> bool:
    """Whether a browser with a window could be started."""
    windows = os.name == "nt" or sys.platform == "darwin"
    if not (
        windows or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER")
    ):
        return False
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False


def unpack(source: Path, folder: Path) -> list[str]:
    """Copy the notebooks that came with an installed copy; never over a file somebody changed.

    Returns what to tell: one line, and one more for each changed file that stays as it is.
    """
    if not source.is_dir():
        raise setup_env.SetupError("This copy of atlantis_nb came without its notebooks; install it again.")
    folder.mkdir(parents=True, exist_ok=True)
    record = folder / SHIPPED
    shipped: dict[str, str] = json.loads(record.read_text("utf-8")) if record.is_file() else {}
    told, copied = [], 0
    for file in sorted(f for f in source.rglob("*") if f.is_file() and ".ipynb_checkpoints" not in f.parts):
        name = file.relative_to(source).as_posix()
        target = folder / name
        new = digest(file)
        old = digest(target) if target.is_file() else ""
        if old not in ("", new, shipped.get(name)):
            if shipped.get(name) != new:
                shipped[name] = new  # say it once
                told.append(f"  {name} stays as you changed it; the new version was not copied.")
            continue
        if old != new:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            copied += 1
        shipped[name] = new
    record.write_text(json.dumps(shipped, indent=1, sort_keys=True) + "\n", "utf-8")
    return [f"{copied} files copied to {folder}." if copied else f"The notebooks are in {folder}.", *told]


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
