"""Questions with inputs about the league."""
from __future__ import annotations

from atlantis_nb.core.charts import Explorer


def explorers() -> tuple[Explorer, ...]:
    return ()
