"""networkx graphs as pictures. Positions are given (node attributes x and y, y growing downward);
no layout is computed, so the same graph is the same picture on every machine."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from atlantis_nb.core.charts import Dot, Link, Net

from .nets import net_spec
from .plot import picture
from .svg import wrap
from .theme import Theme

if TYPE_CHECKING:
    import networkx
    import plotly.graph_objects as go


def net_of(graph: networkx.Graph) -> Net:
    """The graph as plain data. A node may carry `text`, `owner`, `kind` and `size`, an edge `text`
    and `weight`; a directed graph has arrows. Raises ValueError for a node without a position."""
    dots: list[Dot] = []
    for node, facts in graph.nodes(data=True):
        if "x" not in facts or "y" not in facts:
            raise ValueError(f"Node {node!r} has no x and y: give every node its place.")
        dots.append(
            Dot(
                str(node),
                float(facts["x"]),
                float(facts["y"]),
                str(facts.get("text", node)),
                facts.get("owner"),
                str(facts.get("kind", "")),
                float(facts.get("size", 1.0)),
            )
        )
    arrow = graph.is_directed()
    links = tuple(
        Link(str(a), str(b), str(facts.get("text", "")), float(facts.get("weight", 1.0)), arrow)
        for a, b, facts in graph.edges(data=True)
    )
    return Net(tuple(dots), links)


def with_path(graph: networkx.Graph, path: Iterable[Hashable]) -> networkx.Graph:
    """A copy in which the edges along the path are heavy and the others light."""
    marked = graph.copy()
    steps = list(path)
    along = {frozenset(pair) for pair in pairwise(steps)}
    for a, b in marked.edges:
        marked.edges[a, b]["weight"] = 3.0 if frozenset((a, b)) in along else 0.5
    return marked


def net_figure(
    graph: networkx.Graph | Net,
    theme: Theme = "light",
    title: str = "",
    caption: str = "",
    teams: tuple[int, ...] = (),
    width: int = 720,
) -> go.Figure:
    """A graph with given positions as a plotly figure; its words name the nodes and their links."""
    net = graph if isinstance(graph, Net) else net_of(graph)
    data, layout = net_spec(net, theme, title, wrap(caption, width - 40, 12, 3), teams, width)
    return picture(data, layout, net_words(net, title, caption))


def net_words(net: Net, title: str = "", caption: str = "") -> str:
    """ "Graph: Lanes. 3 nodes, 2 links. A: to B, C. ..." """
    names = {d.id: d.text or d.id for d in net.dots}
    out = [f"Graph: {title.rstrip('.')}." if title else "Graph.", *([caption] if caption else [])]
    out.append(f"{len(net.dots)} nodes, {len(net.links)} links.")
    ends: dict[str, list[str]] = {}
    for link in net.links:
        ends.setdefault(link.a, []).append(
            names.get(link.b, link.b) + (f" ({link.text})" if link.text else "")
        )
    out += [f"{names.get(a, a)}: to {', '.join(b)}." for a, b in ends.items()]
    return " ".join(out)
