"""The simulation lab: many games, tidy tables, metrics with intervals, comparisons with a verdict.

Needs the extra `lab` (pandas, joblib, tqdm; dask for a cluster). Names are looked up on first use, so
that worker processes load the engine alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batch import Batch as Batch
    from .batch import course as course
    from .batch import replay_of as replay_of
    from .batch import simulate as simulate
    from .intervals import Estimate as Estimate
    from .intervals import wilson as wilson
    from .metrics import METRICS as METRICS
    from .metrics import lead_conversion as lead_conversion
    from .metrics import lengths as lengths
    from .metrics import per_game as per_game
    from .metrics import shares as shares
    from .versus import Comparison as Comparison
    from .versus import compare as compare
    from .versus import ladder as ladder

_HOME = {
    "simulate": "batch",
    "course": "batch",
    "Batch": "batch",
    "replay_of": "batch",
    "compare": "versus",
    "Comparison": "versus",
    "ladder": "versus",
    "METRICS": "metrics",
    "shares": "metrics",
    "lengths": "metrics",
    "per_game": "metrics",
    "lead_conversion": "metrics",
    "Estimate": "intervals",
    "wilson": "intervals",
}
__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"atlantis_nb.lab has no {name!r}; it has: {', '.join(_HOME)}.")
    try:
        module = import_module(f".{_HOME[name]}", __name__)
    except ModuleNotFoundError as error:
        if error.name in ("pandas", "numpy", "joblib", "tqdm"):
            raise ModuleNotFoundError(
                f"The simulation lab needs {error.name}: pip install 'atlantis_nb[lab]'.", name=error.name
            ) from None
        raise
    globals()[name] = value = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
