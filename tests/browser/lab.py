"""Start JupyterLab on loopback and drive it with a real browser."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
HERE = ("http://127.0.0.1", "http://localhost", "ws://127.0.0.1", "data:", "blob:", "file:", "about:")
REPOSITORY = Path(__file__).resolve().parents[2]


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextlib.contextmanager
def lab(root: Path) -> Iterator[dict[str, str]]:
    """A server that shows `root`, with settings of its own; ends with the block."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    token = secrets.token_hex(8)
    home = Path(tempfile.mkdtemp(prefix="jupyter-home-"))
    paths = [str(REPOSITORY), str(REPOSITORY / "tests" / "widgets"), os.environ.get("PYTHONPATH", "")]
    env = dict(
        os.environ,
        JUPYTER_CONFIG_DIR=str(home / "c"), JUPYTER_DATA_DIR=str(home / "d"), JUPYTER_RUNTIME_DIR=str(home / "r"),
        IPYTHONDIR=str(home / "i"), JUPYTERLAB_SETTINGS_DIR=str(home / "s"),
        JUPYTERLAB_WORKSPACES_DIR=str(home / "w"), PYTHONPATH=os.pathsep.join(filter(None, paths)),
    )  # fmt: skip
    news = home / "s/@jupyterlab/apputils-extension"
    news.mkdir(parents=True)
    (news / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    log = home / "lab.log"
    with log.open("w") as out:
        server = subprocess.Popen(
            [
                sys.executable, "-m", "jupyter", "lab", "--no-browser", "--ip=127.0.0.1", f"--port={port}",
                "--ServerApp.port_retries=0", f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={root}",
                "--allow-root", "--LabApp.expose_app_in_browser=True",
                "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            ],
            env=env, stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    base = f"http://127.0.0.1:{port}"
    try:
        start = time.monotonic()
        while True:
            try:
                with urllib.request.urlopen(f"{base}/api?token={token}", timeout=1) as answer:
                    answer.read()
                break
            except OSError:
                if server.poll() is not None or time.monotonic() - start > 60:
                    raise RuntimeError(log.read_text()[-3000:]) from None
                time.sleep(0.1)
        yield {"base": base, "token": token, "root": str(root)}
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        shutil.rmtree(home, ignore_errors=True)


class Browser:
    """One page and what went wrong on it: requests that left the machine, errors on the console."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.set_default_timeout(8_000)
        self.offsite: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda r: None if r.url.startswith(HERE) else self.offsite.append(r.url))
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda e: self.errors.append(f"{e}\n{e.stack}"))

    def open(self, server: dict[str, str], name: str) -> Any:
        """Open a notebook in a fresh JupyterLab and wait until its kernel is there and idle.

        Closing the notebook before it in the same page would be quicker, but JupyterLab itself then
        complains now and then (removeChild in its own code), and a complaint fails a test here.
        """
        page = self.page
        if page.url.startswith(server["base"]):
            page.mouse.move(0, 0)
            page.evaluate("async () => { await jupyterapp.serviceManager.sessions.shutdownAll(); }")
            page.goto("about:blank")
            self.errors.clear()
        page.goto(f"{server['base']}/lab/tree/{name}?token={server['token']}&reset")
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=60_000)
        page.wait_for_function(READY, timeout=60_000)
        return page

    def run_all(self) -> None:
        self.page.evaluate("async () => jupyterapp.commands.execute('notebook:run-all-cells')")

    def command(self, name: str) -> None:
        self.page.evaluate("async name => { await jupyterapp.commands.execute(name) }", name)


@contextlib.contextmanager
def browser(width: int = 1280, height: int = 800, **context: Any) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as pw:
        chrome = pw.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
        page = chrome.new_context(viewport={"width": width, "height": height}, **context).new_page()
        try:
            yield Browser(page)
        finally:
            chrome.close()


READY = """() => { const w = window.jupyterapp && jupyterapp.shell.currentWidget;
  const k = w && w.sessionContext && w.sessionContext.session && w.sessionContext.session.kernel;
  return !!k && k.connectionStatus === 'connected' && k.status === 'idle'; }"""


def write_notebook(path: Path, cells: Sequence[str]) -> Path:
    book = new_notebook(cells=[new_code_cell(source) for source in cells])
    book.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, path)
    return path
