"""The legend of the board as it is drawn."""

from __future__ import annotations

from xml.etree import ElementTree

from atlantis_nb.core.game import OPEN
from atlantis_nb.games.guards import GAME
from atlantis_nb.view.svg import svg

from .table import Table

SVG = "{http://www.w3.org/2000/svg}"


def test_letters_on_the_plates_of_the_legend_have_the_ink_of_a_piece() -> None:
    """The style sheet gives letters on a plate their ink inside a piece (class p); elsewhere they would
    be as dark as the plate."""
    scene = GAME.scene(Table.at_cards("arien", "brogan").state, OPEN)
    root = ElementTree.fromstring(svg(scene))
    above = {child: parent for parent in root.iter() for child in parent}

    def is_piece(node: ElementTree.Element) -> bool:
        while node in above:
            node = above[node]
            if "p" in node.get("class", "").split():
                return True
        return False

    plates = [node for node in root.iter(f"{SVG}g") if node.get("class") == "b"]
    assert all(is_piece(plate) for plate in plates)
    written = ["".join(plate.itertext()) for plate in plates]
    assert {"mT", "*", "…", "L2", "!"} <= set(written)
