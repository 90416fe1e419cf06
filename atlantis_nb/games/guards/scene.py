"""What there is to see: the board, what lies beside it, and what may be laid over it. No plot here.

Keys for themes: TERRAIN (cells), PIECES (kinds of pieces), EDGES, MARKS.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from atlantis_nb.core import hexes
from atlantis_nb.core.game import OPEN, Place, Viewer, plural
from atlantis_nb.core.scene import Card as SceneCard
from atlantis_nb.core.scene import Cards, Cell, Edge, Key, Mark, Panel, Piece, Row, Scene, Stop, Table, Track

from . import move, odds, round_end, targets, turn, units, values, wording
from .board import KINDS, TEAM_NAMES, TEAMS, Board
from .deck import ICONS, PAIR, Card
from .openings import own_only
from .push import tower_target
from .state import HIDDEN, Effect, Frame, Hero, State

if TYPE_CHECKING:
    import networkx

TERRAIN = (
    "titan_throne",
    "titan_near",
    "middle",
    "atlantean_near",
    "atlantean_throne",
    "water",
    "mountain",
    "throne",
)
"""Terrain keys: open ground takes the key of its zone's place in the lane."""
PIECES = ("hero", *(f"{kind}_{team}" for kind in KINDS for team in TEAMS), "mine", "magma")
EDGES = ("zone",)
MARKS = ("legal", "range", "note", "danger", "control", "to")

LETTERS = "ABCDEFGHIJ"

ZONE_WORDS = dict(
    zip(
        TERRAIN[:5],
        ("Titan throne", "Titan near", "Middle", "Atlantean near", "Atlantean throne"),
        strict=True,
    )
)


# ------------------------------------------------------------------ the board


def zone_key(board: Board, zone: str) -> str:
    """The terrain key of a zone: its place in a lane."""
    for lane in board.lanes:
        if zone in lane.zones:
            return TERRAIN[lane.zones.index(zone)]
    return "middle"


@cache
def ground(board: Board) -> tuple[tuple[Cell, ...], tuple[Edge, ...]]:
    """Cells and zone borders of a board, made once."""
    cells = []
    for place in board.places:
        terrain = board.terrain[place]
        x, y = hexes.centre(place)
        facts = [board.zone_title[board.zone[place]], terrain]
        icon = board.icon.get(place)
        label = ""
        if icon is not None:
            facts.append(f"{icon.kind} icon of the {TEAM_NAMES[icon.team]}")
            label = f"{icon.kind[0]}{'TA'[icon.team]}"
        if place in board.spawn:
            facts.append(f"hero spawn point of the {TEAM_NAMES[board.spawn[place]]}")
            label = "*"
        key = zone_key(board, board.zone[place]) if terrain == "open" else terrain
        cells.append(Cell(place, x, y, key, label, tuple(facts[1:]), "hex", f"{place}, {facts[0]}"))
    edges = [
        Edge(p, n, "zone")
        for p in board.places
        for n in hexes.neighbours(p)[:3]
        if n in board.zone and board.zone[n] != board.zone[p]
    ]
    return tuple(cells), tuple(edges)


def scene(state: State) -> Scene:
    """The board as it stands, from a state already masked."""
    board = state.board
    cells, edges = ground(board)
    # A unit hides the icon it stands on; what matters of an icon is whether it is open (G-R-79).
    cells = tuple(replace(c, label="") if c.label and c.place in state.on else c for c in cells)
    marks: tuple[Mark, ...] = ()
    if state.acting and state.at(state.acting):
        marks = (Mark("note", state.at(state.acting), label=f"{state.call(state.acting)} acts"),)
    return Scene(
        title=f"Guards of Atlantis, {board.title}",
        cells=cells,
        edges=edges,
        pieces=tuple(_pieces(state)),
        marks=marks,
        legend=_legend(state),
        names=(*state.names, *TEAM_NAMES),
        caption=caption(state),
        teams=(*state.teams, *range(len(TEAM_NAMES))),
        letters=(*_seat_letters(state.names), *(name[0] for name in TEAM_NAMES)),
    )


def _seat_letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """The players' letters: their initials where these differ, else A, B, C ... by seat.

    Said here because the teams, too, are owners of the board, and their letters stand on the minions:
    T and A, as on the icons."""
    initials = tuple(name.strip()[:1].upper() for name in names)
    if len(set(initials)) == len(names) and all(map(str.isalpha, initials)):
        return initials
    return tuple(LETTERS[: len(names)])


def caption(state: State) -> str:
    lanes = "; ".join(
        f"{lane.id} lane in {board_zone(state, lane.id)}, {_balance(state, lane.id)}"
        for lane in state.board.lanes
    )
    when = f"Round {state.round}, turn {state.turn}. " if state.round else "Before the game. "
    return f"{when}Token: {TEAM_NAMES[state.token]}. {lanes[0].upper()}{lanes[1:]}."


def _balance(state: State, lane: str) -> str:
    return f"Titans {plural(state.count(0, lane), 'minion')}, Atlanteans {state.count(1, lane)}"


def board_zone(state: State, lane: str) -> str:
    return state.board.zone_title[state.board.fight(lane, state.markers[lane])]


def _pieces(state: State) -> list[Piece]:
    found = []
    for place, token in sorted(state.tokens.items()):
        sort, _, hero = token.partition(":")
        owner = state.heroes[hero].seat
        words = f"{sort} token of {state.call(hero)}"
        glyph = sort if len(sort) < 5 else sort[:3]
        found.append(Piece(f"token@{place}", place, owner, sort, glyph, words=words))
    for unit in sorted(state.units.values(), key=lambda u: u.id):
        if unit.kind == "hero":
            mat = state.heroes[unit.id]
            # One plate at most, for a second one would cover the letters: first that a card is still to
            # come, then the level (all begin at 1). The table of heroes has both.
            badges = ["..."] if mat.waiting else [f"L{mat.level}"] if mat.level > 1 else []
            words = (
                f"{state.call(unit.id)} of the {TEAM_NAMES[unit.team]} ({state.names[mat.seat]}), level {mat.level}, "
                f"{plural(mat.coins, 'coin')}"
            )
            glyph = state.call(unit.id)[:2] + ("2" if unit.id.endswith("_2") else "")
            found.append(Piece(unit.id, unit.at, mat.seat, "hero", glyph, 1, tuple(badges), words))
        else:
            shield = targets.protected(state, unit)
            words = f"{unit.kind} minion of the {TEAM_NAMES[unit.team]}{', protected' if shield else ''}"
            kind = f"{unit.kind}_{TEAMS[unit.team]}"
            glyph = unit.kind[0].upper()
            owner = len(state.names) + unit.team  # a team itself: nobody controls minions (G-MIN-01)
            found.append(Piece(unit.id, unit.at, owner, kind, glyph, 1, ("!",) if shield else (), words))
    return found


LABELS = {
    "mT": "minion icon: m, r, h of T, A",
    "*": "hero spawn point",
    "...": "card still to come this turn",
    "L2": "level of a hero, from 2 on",
    "!": "protected heavy minion",
}
"""What is written on spaces and pieces."""


def _sorts(state: State) -> list[str]:
    """The tokens that heroes in the game may lay, so that the legend stays the same through a game."""
    kinds = [state.heroes[h].kind for h in state.roster]
    return [sort for sort, token in values.deck(state).tokens.items() if token.hero in kinds]


def _legend(state: State) -> tuple[Key, ...]:
    keys = [Key("terrain", key, f"{text} zone") for key, text in ZONE_WORDS.items()]
    keys += [
        Key("terrain", "water", "water, may be entered"),
        Key("terrain", "mountain", "mountain, impassable"),
        Key("terrain", "throne", "throne, impassable"),
    ]
    for team, name in enumerate(TEAM_NAMES):
        keys += [
            Key("piece", f"{kind}_{TEAMS[team]}", f"{kind} minion of the {name}", len(state.names) + team)
            for kind in KINDS
        ]
    keys += [Key("piece", sort, f"{sort} token") for sort in _sorts(state)]
    keys += [Key("badge", label, text) for label, text in LABELS.items()]
    for seat, player in enumerate(state.names):
        team = state.teams[seat]
        keys.append(
            Key("owner", str(seat), f"{player}, {TEAM_NAMES[team] if team >= 0 else 'no team yet'}", seat)
        )
    return tuple(keys)


def graph(state: State) -> networkx.Graph[Any]:
    """The passable spaces; nodes carry x, y, terrain and zone."""
    board = state.board
    g: networkx.Graph[Any] = hexes.graph(board.free)
    for place in board.free:
        g.nodes[place].update(terrain=board.terrain[place], zone=board.zone[place])
    return g


# ------------------------------------------------------------------ beside the board


def panels(state: State, viewer: Viewer) -> list[Panel]:
    """The attack at hand, lanes, initiative, cards to choose from, own hand, mats, lasting effects."""
    found: list[Panel] = [*odds.attack_tables(state)]
    found += [_lane(state, lane.id) for lane in state.board.lanes]
    if state.roster:
        found.append(_initiative(state))
    choice = _choice(state, viewer)
    if choice is not None:
        found.append(choice)
    for hero in state.roster:
        mat = state.heroes[hero]
        if _own(state, viewer, mat):
            found.append(_hand(state, viewer, hero))
    if state.roster:
        found.append(_mats(state))
        found.append(_spent(state))
    else:
        found.append(_picked(state))
    if state.effects:
        found.append(_effects(state))
    if state.options.tower_rush:
        found.append(_towers(state))
    return found


def _own(state: State, viewer: Viewer, mat: Hero) -> bool:
    """Whether a hand is laid out: the viewer's own; with everything open that of the hero who chooses."""
    if viewer is OPEN:
        task = state.agenda[-1] if state.agenda else None
        return getattr(task, "player", -1) == mat.seat and getattr(task, "hero", mat.id) == mat.id
    return viewer == mat.seat


def _lane(state: State, lane: str) -> Track:
    """A lane as a strip of five zones (G-R-02), and what minion combat would take now (G-MIN-13)."""
    marker = state.markers[lane]
    ends = {0: "Atlanteans win here", 4: "Titans win here"}
    note = _balance(state, lane)
    stops = tuple(
        Stop(words, "now" if i == marker else "later", note if i == marker else ends.get(i, ""))
        for i, words in enumerate(STRIP)
    )
    return Track(f"lane_{lane}", f"{lane.capitalize()} lane", stops, f"{note}. {_combat_words(state, lane)}")


STRIP = ("Titans", "near", "middle", "near", "Atlanteans")
"""The zones of a lane from throne to throne, short enough for one line beside the board."""


def _combat_words(state: State, lane: str) -> str:
    """Who would lose how many minions if the round ended now."""
    losses = round_end.losses(state, lane)
    for team, n in enumerate(losses):
        if n:
            push = " and the lane is pushed" if n == state.count(team, lane) else ""
            return f"If the round ended now: {TEAM_NAMES[team]} {-n}{push}."
    return "If the round ended now: nothing happens."


def _initiative(state: State) -> Track:
    """Who acts when: "?" before the reveal, then by initiative as it stands now (G-R-24)."""
    stops: list[Stop] = []
    if state.phase == "cards":
        for hero in state.roster:
            mat = state.heroes[hero]
            if hero not in state.units:
                continue
            label = "?" if mat.chosen == HIDDEN or not mat.chosen else _label(state, mat.chosen)
            if not mat.hand and not mat.chosen:
                note = "no card"
            else:
                note = "face down" if mat.chosen else "choosing"
            stops.append(Stop(f"{state.call(hero)} {label}", "later", note, mat.seat))
    else:
        for hero in state.order:
            now = hero == state.acting
            stops.append(
                Stop(
                    state.call(hero),
                    "now" if now else "past",
                    _label(state, state.heroes[hero].shown),
                    state.heroes[hero].seat,
                )
            )
        waiting = [h for h in turn.waiting(state) if h not in state.order and h in state.units]
        waiting.sort(key=lambda h: (-values.initiative(state, h), h))
        for i, hero in enumerate(waiting):
            mat = state.heroes[hero]
            label = f"{state.call(hero)} {values.initiative(state, hero)}"
            stops.append(Stop(label, "next" if i == 0 else "later", _label(state, mat.shown), mat.seat))
    return Track("initiative", "Initiative", tuple(stops), f"The {TEAM_NAMES[state.token]} hold the token.")


def _label(state: State, card: str) -> str:
    return values.deck(state).label(card) if card else ""


def _choice(state: State, viewer: Viewer) -> Cards | None:
    """The cards or heroes that may be clicked for the decision at hand and do not lie in a hand."""
    task = state.agenda[-1] if state.agenda else None
    if task is None or not hasattr(task, "player") or viewer not in (OPEN, task.player):
        return None
    deck = values.deck(state)
    hands = [c for h in state.heroes.values() if h.seat == task.player for c in h.hand]
    found = []
    for action in task.legal(state):
        click = action.clicks[0]
        name = click[5:]
        if not click.startswith("card:") or name in hands:
            continue
        if name in deck.cards:
            found.append(_card(state, deck.cards[name], "", _gain(state, task, name)))
        else:
            hero = deck.heroes.get(name)
            text = (
                f"{hero.title}. {hero.style}" if hero is not None else "The ape-men: two figures, one place."
            )
            found.append(SceneCard(click, deck.title_of(name) if hero or name == PAIR else name, text))
    if not found:
        return None
    return Cards("choice", "To choose from", tuple(found), task.ask(state))


def _gain(state: State, task: Any, card: str) -> tuple[str, ...]:
    """The item that comes with a card of a level-up."""
    other = round_end.spare(state, task.hero, card) if isinstance(task, round_end.BuyLevel) else None
    return (f"with item {round_end.item_words(state, other)}",) if other is not None else ()


def icons_text(state: State, card: Card, hero: str = "") -> str:
    """The icons of a card in words, as they count now if the hero is known."""
    parts = []
    for icon in ICONS:
        printed = card.icon(icon)
        if printed is None:
            continue
        now = values.value(state, hero, card, icon) if hero else printed
        parts.append(f"{icon} {now}" + (f" ({printed} printed)" if now != printed else ""))
    return ", ".join(parts)


def _card(state: State, card: Card, hero: str, badges: tuple[str, ...]) -> SceneCard:
    text = ". ".join(filter(None, [icons_text(state, card, hero), card.text]))
    label = values.deck(state).label(card.id)
    title = f"{label[:-1]}, {card.card_type})" if label.endswith(")") else label
    return SceneCard(f"card:{card.id}", title, text, None, badges, card.slot)


def use_words(state: State, hero: str, card: Card) -> tuple[str, ...]:
    """What could be done with a card if it came up now, for badges."""
    if hero not in state.units:
        return ()
    names = {"main": card.card_type, "strike": "plain attack", "travel": "fast travel", "nothing": "pass"}
    if card.slot == "black":
        return ("hold",)
    parts = wording.PARTS
    found = []
    for use in turn.open_uses(state, hero, card):
        own = use.what in parts and own_only(state, hero, card.id, parts[use.what])
        found.append("attack own minion" if own else names.get(use.what, use.what))
    if card.defense is not None:
        found.append(f"defend {values.value(state, hero, card, 'defense')}")
    return tuple(found)


def _hand(state: State, viewer: Viewer, hero: str) -> Cards:
    """A hand with the use of each card, the face-down card with it."""
    deck = values.deck(state)
    mat = state.heroes[hero]
    found = [_card(state, deck.cards[c], hero, use_words(state, hero, deck.cards[c])) for c in mat.hand]
    if mat.chosen:
        if mat.chosen == HIDDEN:
            found.append(SceneCard(f"hidden:{hero}", "?", badges=("face down",), hidden=True))
        else:
            found.append(_card(state, deck.cards[mat.chosen], hero, ("face down",)))
    if mat.shown:
        badge = "waiting" if mat.waiting else "done"
        found.append(_card(state, deck.cards[mat.shown], hero, ("on the table", badge)))
    own = state.options.deck != "teaching"
    note = deck.title if own else "A teaching deck of our own, not the printed cards."
    return Cards(f"hand_{hero}", f"Hand of {state.call(hero)}", tuple(found), note)


def _mats(state: State) -> Table:
    """Coins, levels, items, Ultimates: open to all (G-ITEM-04, G-R-76)."""
    deck = values.deck(state)
    rows = []
    for hero in state.roster:
        mat = state.heroes[hero]
        bonus = {icon: deck.items_for(mat.items, icon) for icon in ICONS}
        items = ", ".join(f"+{n} {icon}" for icon, n in bonus.items() if n) or "none"
        top = deck.heroes[mat.kind].max_level
        cost = round_end.level_cost(state.options, mat.level + 1) if mat.level < top else "-"
        where = state.at(hero) or (f"returns in round {mat.back}" if mat.back else "not placed yet")
        ultimate = deck.cards[mat.ultimate].name if mat.ultimate else "-"
        rows.append(
            Row(
                (
                    state.call(hero), state.names[mat.seat], TEAM_NAMES[mat.team], where, mat.level, mat.coins, cost,
                    items, ultimate, mat.defeats, mat.defeated,
                ),
                mat.seat,
                f"piece:{hero}" if hero in state.units else "",
                hero == state.acting,
            )
        )  # fmt: skip
    columns = (
        "Hero", "Player", "Team", "Space", "Level", "Coins", "Next level", "Items", "Ultimate", "Defeats", "Defeated",
    )  # fmt: skip
    return Table("mats", "Heroes", columns, tuple(rows))


def _spent(state: State) -> Table:
    """Which cards each hero still has, what lies on the turn places and in the discard pile (G-R-90)."""
    deck = values.deck(state)
    rows = []
    for hero in state.roster:
        mat = state.heroes[hero]
        unspent = ", ".join(deck.cards[c].slot.replace("black", "Hold") for c in mat.hand) or "none"
        down = "?" if mat.chosen == HIDDEN else _label(state, mat.chosen) or "-"
        places = [_label(state, c) or "-" for c in mat.table]
        pile = ", ".join(_label(state, c) for c in mat.discard) or "-"
        rows.append(Row((state.call(hero), unspent, down, *places, pile), mat.seat))
    columns = ("Hero", "Not yet spent", "Face down", "Turn 1", "Turn 2", "Turn 3", "Turn 4", "Discard pile")
    note = "Every card list is open, so the cards not yet spent are known; which one lies face down is not."
    return Table("cards", "Cards", columns, tuple(rows), note)


def _picked(state: State) -> Table:
    """Before the game: teams, heroes picked, what is left."""
    deck = values.deck(state)
    rows = []
    for seat, place in enumerate(state.cast):
        team = state.teams[seat]
        rows.append(
            Row(
                (
                    state.names[seat],
                    TEAM_NAMES[team] if team >= 0 else "?",
                    deck.title_of(place) if place else "-",
                ),
                seat,
            )
        )
    left = ", ".join(deck.title_of(p) for p in state.picking.pool)
    piles = state.picking.piles
    note = f"Left: {left}." if left else ""
    if piles[0] or piles[1]:
        note = " ".join(
            f"Pile of the {TEAM_NAMES[t]}: {', '.join(deck.title_of(p) for p in piles[t])}." for t in (0, 1)
        )
    return Table("picking", "Teams and heroes", ("Player", "Team", "Hero"), tuple(rows), note)


def effect_words(state: State, effect: Effect) -> str:
    """A lasting effect in words."""
    step = values.deck(state).steps[effect.card, effect.part][effect.step]
    words = getattr(step, "words", None)
    what = words() if words is not None else effect.op
    if effect.on:
        return f"{what} for {' and '.join(state.call(u) for u in effect.on)}"
    touched = [state.call(u.id) for u in _touched(state, effect)]
    return f"{what}; now for {' and '.join(touched) if touched else 'nobody'}"


def _touched(state: State, effect: Effect) -> list[Any]:
    return [u for u in sorted(state.units.values(), key=lambda u: u.id) if values.affects(state, effect, u)]


def _effects(state: State) -> Table:
    deck = values.deck(state)
    rows = []
    for effect in state.effects:
        end = {99: "for good", 9: "end of the round"}.get(effect.until, f"end of turn {effect.until}")
        rows.append(
            Row(
                (deck.cards[effect.card].name, state.call(effect.owner), effect_words(state, effect), end),
                state.heroes[effect.owner].seat,
            )
        )
    return Table("effects", "Lasting effects", ("Card", "Hero", "What", "Until"), tuple(rows))


def _towers(state: State) -> Table:
    target = tower_target(state.options, state.lanes)
    rows = tuple(Row((TEAM_NAMES[t], state.towers[t], target)) for t in (0, 1))
    return Table("towers", "Tower Rush", ("Team", "Tower tokens", "Needed"), rows)


# ------------------------------------------------------------------ over the board


def overlays(state: State) -> dict[str, str]:
    """Short titles. "Here" is the space pointed at, or that of the acting hero; movement and range are
    those of the card on the table, or else of the best in hand."""
    return {
        "movement": "Movement from here",
        "travel": "Fast travel from here",
        "ranges": "Range from here",
        "radii": "Lasting effects: areas",
        "lines": "Straight lines from here",
        "auras_titans": "Minions: defense of Titans",
        "auras_atlanteans": "Minions: defense of Atlanteans",
    }


def overlay(state: State, key: str, place: Place | None) -> tuple[Mark, ...]:
    """The marks of an overlay; ranges and movement start at the unit on `place`, else the acting hero."""
    board = state.board
    if key.startswith("auras_"):
        return _auras(state, TEAMS.index(key[6:]))
    if key == "radii":
        return _radii(state)
    if key == "lines":
        start = place or state.at(state.acting)
        if start not in board.rays:
            return ()
        return tuple(
            Mark("range", p, label=f"line {n}") for ray in board.rays[start] for n, p in enumerate(ray, 1)
        )
    hero = state.on.get(place or "", "") or state.acting
    if hero not in state.heroes or hero not in state.units:
        return ()
    seat = state.heroes[hero].seat
    if key == "movement":
        card = _best(state, hero, "movement")
        if card is None or not move.can_move(state, hero, card):
            return ()
        steps: dict[Place, int] = {}
        for n in range(1, move.movement(state, hero, card) + 1):
            for p in units.reach(state, state.units[hero], n):
                steps.setdefault(p, n)
        return tuple(Mark("range", p, owner=seat, label=plural(n, "step")) for p, n in steps.items())
    if key == "travel":
        return tuple(Mark("to", p, owner=seat, label="travel") for p in move.travel_spaces(state, hero))
    if key == "ranges":
        card = _best(state, hero, "range")
        reach = values.value(state, hero, card, "range") if card is not None else 1
        return tuple(
            Mark("range", p, owner=seat, label=f"{board.distance[state.at(hero)][p]} away")
            for p in board.within(state.at(hero), reach)
        )
    raise KeyError(key)


def _best(state: State, hero: str, icon: str) -> Card | None:
    """The card on the table if it has the icon, else the unspent card with the highest."""
    deck = values.deck(state)
    mat = state.heroes[hero]
    if mat.shown and deck.cards[mat.shown].icon(icon) is not None:
        return deck.cards[mat.shown]
    found = [deck.cards[c] for c in mat.hand if deck.cards[c].icon(icon) is not None]
    return max(found, key=lambda c: (c.icon(icon) or 0, c.id)) if found else None


def _radii(state: State) -> tuple[Mark, ...]:
    found = []
    deck = values.deck(state)
    for effect in state.effects:
        area = deck.steps[effect.card, effect.part][effect.step].area()
        if area is None or effect.owner not in state.units or area.within in (None, "board"):
            continue
        reach = targets.reach_of(state, Frame(effect.owner, effect.card), area.within)
        at, seat = state.at(effect.owner), state.heroes[effect.owner].seat
        name = deck.cards[effect.card].name
        # A sentence on each space is for hovering; the name is written once, where the area comes from.
        said = f"{name} of {state.call(effect.owner)}"
        found += [Mark("control", p, owner=seat, label=said) for p in state.board.within(at, reach)]
        found.append(Mark("note", at, label=name))
    return tuple(found)


def _auras(state: State, team: int) -> tuple[Mark, ...]:
    """The minion modifier a hero of a team would have on each free space (G-MIN-02 to 07)."""
    found = []
    total: dict[Place, int] = {}
    for u in sorted(state.units.values(), key=lambda u: u.id):
        if u.kind == "hero":
            continue
        bonus, malus, reach, _, _ = values.minion_types()[u.kind]
        amount = bonus if u.team == team else malus
        if amount:
            for p in state.board.within(u.at, reach if u.team != team else 1):
                total[p] = total.get(p, 0) + amount
    for p in state.board.free:
        if total.get(p):
            kind = "danger" if total[p] < 0 else "control"
            found.append(Mark(kind, p, value=min(1.0, abs(total[p]) / 4), label=f"{total[p]:+d}"))
    return tuple(found)
