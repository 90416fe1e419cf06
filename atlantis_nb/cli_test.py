"""`atlantis-nb test`: everything that must hold, in one command."""

from __future__ import annotations

import subprocess
import sys
import time

from atlantis_nb import setup_env

PYTEST = [sys.executable, "-m", "pytest"]
STEPS: dict[str, list[list[str]]] = {
    "style": [
        [sys.executable, "-m", "ruff", "check", "."],
        [sys.executable, "-m", "ruff", "format", "--check", "."],
    ],
    "types": [[sys.executable, "-m", "mypy"]],
    "layers": [[sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]],
    "browser": [[*PYTEST, "tests/browser"]],
    # --dist loadscope: the cells of one notebook must stay in one kernel.
    "tests": [
        [
            *PYTEST, "-n", "2", "--dist", "loadscope", "--ignore=tests/browser", "--durations=10",
            "--nbval", "--nbval-current-env", "--nbval-sanitize-with", "tests/nbval.cfg", "--nbval-cell-timeout=600",
            "tests", "notebooks",
        ]
    ],
}  # fmt: skip
"""Step -> its commands. The rules and notebooks come last, so that pytest's last line sums them up."""


def test(only: list[str], options: list[str]) -> int:
    """Run the steps, go on after a failure, and sum up. Returns 0 if all passed, else 1."""
    if not setup_env.is_clone() or not (setup_env.HOME / "tests").is_dir():
        raise setup_env.SetupError(
            "The tests are in the repository, not in an installed copy: run this in a clone."
        )
    unknown = [step for step in only if step not in STEPS]
    if unknown:
        raise setup_env.SetupError(f"There is no step {unknown[0]!r}; the steps are {', '.join(STEPS)}.")
    summary, failed = [], False
    for step in only or STEPS:
        print(f"\n== {step} ==", flush=True)
        begun, last = time.monotonic(), ""
        worked = True
        for command in STEPS[step]:
            code, last = run([*command, *options] if "pytest" in command else command)
            worked &= code == 0
        failed |= not worked
        words = last.strip("= ") if step in ("browser", "tests") else f"{time.monotonic() - begun:.0f} s"
        summary.append((step, "passed" if worked else "FAILED", words))
    print()
    for row in summary:
        print("{:8} {}  {}".format(*row))
    print(f"\n{'Something failed; see above.' if failed else 'All passed.'}", flush=True)
    return int(failed)


def run(command: list[str]) -> tuple[int, str]:
    """Run a command, letting its words through. Returns its exit code and its last line of words."""
    last = ""
    with subprocess.Popen(
        command, cwd=setup_env.HOME, env={**setup_env.kernel_path(), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", errors="replace",
    ) as job:  # fmt: skip
        assert job.stdout is not None
        for line in job.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    return job.returncode, last


__all__ = ["STEPS", "test"]
