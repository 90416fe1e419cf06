"""How a card text is carried out: steps, frames, and the one decision they all ask with.

A step (an object of one of the effect primitives, this folder has one small class for each) stands
in the deck. What is under way stands in `State.frames`: whose effect, which card, which step, what
was found so far. `Run` on the agenda carries the top frame one step on; a step that needs a choice
pushes `Choice`; interrupts (an answer to an attack, a card lost, a push) are tasks above it.

Rules: G-CARD-03, G-ACT-01, G-ACT-02, G-TURN-07, G-R-20, G-R-30, G-R-31, G-R-51, G-R-57, G-R-87,
G-R-92.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Place, plural, snake
from atlantis_nb.games.guards import attack, push, targets, units, values
from atlantis_nb.games.guards.actions import DO, DONE, SKIP, Go, Pick, Skip, pick_unit
from atlantis_nb.games.guards.state import Frame, Hit, Known, State
from atlantis_nb.games.guards.targets import Condition, Purpose, Selector, Spaces

if TYPE_CHECKING:
    from atlantis_nb.games.guards.deck import Deck

Then = Callable[[Frame], bool]
Some = Annotated[int, Meta(ge=0, le=60)]
"""A number of coins or cards; never below 0."""
Span = int | tuple[int, int]


class Op(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="op", tag=snake,
    rename={"if_": "if", "as_": "as", "ordered": "must", "options_": "options"},
):  # fmt: skip
    """A step of a card text. Subclasses are the effect primitives; their docstrings say what they do."""

    may: bool = False
    if_: Condition | None = None

    rules: ClassVar[tuple[str, ...]] = ("G-SKILL-01",)

    def mandatory(self) -> bool:
        """Whether it is a mandatory move, without which the whole action may not be chosen (G-ACT-02)."""
        return False

    # -------- carrying out

    def possible(self, state: State, frame: Frame) -> bool:
        """Whether the step can be carried out now."""
        return True

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        """Carry the step out, or push a Choice; called again after each interrupt."""
        if not self.possible(state, frame):
            missed(state, self)
        elif self.may and not frame.stage:
            ask(state, frame)
        else:
            self.carry(state, frame, log)

    def options(self, state: State, frame: Frame) -> list[Action]:
        """What the player may choose at this point of the step (Skip is added for optional ones)."""
        return [DO]

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        """A choice was made."""
        self.carry(state, frame, log)

    def carry(self, state: State, frame: Frame, log: Log) -> None:
        """Carry out a step that needs no choice."""
        carry_on(state, True)

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        """Whether `then` holds after carrying the step out in some way (G-R-31); changes nothing."""
        return self.possible(state, frame) and then(replace(frame, done=True))

    def ask(self, state: State, frame: Frame) -> str:
        return f"{values.deck(state).cards[frame.card].name}: carry out the next step, or leave it."

    # -------- looking

    def area(self) -> Selector | None:
        """The selector that a lasting effect reads again."""
        return None

    def attackers(self) -> Selector | None:
        """The attackers that `be_attacked` keeps off."""
        return None

    def parts(self) -> tuple[tuple[str, tuple[Op, ...]], ...]:
        """Steps inside this step, by name."""
        return ()

    def finds(self) -> tuple[str, Selector] | None:
        """The name this step introduces, and the selector that finds it."""
        return None

    def uses(self, word: str) -> bool:
        """Whether the step measures by this icon ("range", "radius")."""
        inside = any(s.uses(word) for _, steps in self.parts() for s in steps)
        return inside or any(_within(getattr(self, f.name)) == word for f in fields(self))

    def needs_movement(self) -> bool:
        return any(s.needs_movement() for _, steps in self.parts() for s in steps)

    def why_not(self, state: State, frame: Frame, action: Action) -> Illegal:
        """Why an action is not among the options. The target-finding steps know more."""
        return Illegal(self.rules, f"Not possible here. {self.ask(state, frame)}")


def _within(thing: Any) -> object:
    if isinstance(thing, Selector | Spaces):
        return thing.within
    if isinstance(thing, Condition) and thing.count is not None:
        return thing.count.within
    return None


def span(spaces: Span) -> tuple[int, int]:
    return (spaces, spaces) if isinstance(spaces, int) else spaces


# ------------------------------------------------------------------ steps that aim


class Aimed(Op, frozen=True, kw_only=True):
    """A step that first finds its targets (a selector, or a name), then does something to them."""

    rules: ClassVar[tuple[str, ...]] = ("G-SKILL-01", "G-SKILL-02", "G-SKILL-03")
    purpose: ClassVar[Purpose] = ""

    def aim(self) -> Selector | str | None:
        """The selector or name; None means the acting hero."""
        raise NotImplementedError

    def what_for(self, state: State, frame: Frame) -> Purpose:
        """What is going to happen to the targets."""
        return self.purpose

    def fit(self, state: State, frame: Frame, unit: str) -> bool:
        """A further test of a target."""
        return True

    def aims(self, state: State, frame: Frame) -> list[str]:
        """The possible targets."""
        aim = self.aim()
        if aim is None or aim == "self":
            found = [frame.hero]
        elif isinstance(aim, str):
            found = [
                u
                for u in targets.ids(frame, aim)
                if u.startswith("@")
                or (u in state.units and targets.allowed(state, frame, state.units[u], self.purpose))
            ]
        else:
            found = targets.find(state, frame, aim, self.purpose)
        return [u for u in found if self.fit(state, frame, u)]

    def most(self) -> int:
        """How many targets may be chosen; 99 means every one of them."""
        aim = self.aim()
        if isinstance(aim, Selector):
            return 99 if aim.all else aim.max
        return 99

    def possible(self, state: State, frame: Frame) -> bool:
        return bool(self.aims(state, frame))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        if frame.stage:
            self.next(state, frame, log)
            return
        left = [u for u in self.aims(state, frame) if u not in frame.picked]
        most = self.most()
        if not left and not frame.picked:
            missed(state, self)
        elif most == 99 and not self.may:
            self.aimed(state, frame, tuple(left), log)
        elif not left or len(frame.picked) == most:
            self.aimed(state, frame, frame.picked, log)
        elif len(left) == 1 and not self.may and not frame.picked:
            self.aimed(state, frame, (left[0],), log)
        else:
            ask(state, frame)

    def aimed(self, state: State, frame: Frame, units: tuple[str, ...], log: Log) -> None:
        """The targets are settled."""
        frame = replace(frame, stage=1, picked=units, left=units, mine=(*frame.mine, *units))
        state.frames[-1] = frame
        self.next(state, frame, log)

    def next(self, state: State, frame: Frame, log: Log) -> None:
        """Do what is to be done to `frame.left`; called again after interrupts."""
        raise NotImplementedError

    def options(self, state: State, frame: Frame) -> list[Action]:
        if frame.stage:
            return self.further(state, frame)
        if self.aim() in (None, "self"):
            return [DO]
        found: list[Action] = [pick_unit(u) for u in self.aims(state, frame) if u not in frame.picked]
        if frame.picked:
            found.append(DONE)
        return found

    def further(self, state: State, frame: Frame) -> list[Action]:
        """The options after the targets are settled."""
        return [DO]

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        if frame.stage:
            self.took(state, frame, action, log)
        elif action == DO:
            self.aimed(state, frame, tuple(self.aims(state, frame)), log)
        elif isinstance(action, Pick):
            if self.most() == 99:
                self.aimed(state, frame, tuple(self.aims(state, frame)), log)
            else:
                state.frames[-1] = frame = replace(frame, picked=(*frame.picked, action.unit))
                if len(frame.picked) == self.most():
                    self.aimed(state, frame, frame.picked, log)
        else:
            self.aimed(state, frame, frame.picked, log)

    def took(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        """A choice after the targets were settled."""
        raise NotImplementedError

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        return any(then(replace(frame, mine=(*frame.mine, u), done=True)) for u in self.aims(state, frame))

    def ask(self, state: State, frame: Frame) -> str:
        card = values.deck(state).cards[frame.card].name
        return f"{card}: choose a target." if not frame.stage else f"{card}: choose."

    def why_not(self, state: State, frame: Frame, action: Action) -> Illegal:
        aim = self.aim()
        if isinstance(action, Pick) and not frame.stage and isinstance(aim, Selector):
            return refuse_target(state, frame, aim, self.what_for(state, frame), action.unit)
        if isinstance(action, Go) and frame.stage:
            return refuse_space(state, action.to, self.rules)
        return super().why_not(state, frame, action)


DONE_TO: dict[Purpose, str] = {
    "attack": "attacked",
    "shift": "moved or swapped",
    "fell": "defeated or removed",
}


def refuse_target(state: State, frame: Frame, s: Selector, purpose: Purpose, unit: str) -> Illegal:
    """Why a unit is no target of a selector."""
    found = state.units.get(unit)
    if found is None:
        return Illegal(("G-R-79",), "There is no such unit on the board.")
    if unit == frame.hero:
        return Illegal(("G-R-39",), "A text never hits your own hero unless it says so.")
    if found.kind == "hero" and purpose == "attack" and found.team == state.heroes[frame.hero].team:
        return Illegal(("G-R-39", "G-ATT-02"), "Friendly heroes are never targets of an attack.")
    if purpose and targets.protected(state, found):
        return Illegal(
            ("G-MIN-08",),
            f"The heavy minion is protected: it cannot be {DONE_TO[purpose]} while another minion of its team "
            "is left in its lane.",
        )
    if not targets.sided(state, frame, s, found):
        return Illegal(("G-R-39", "G-ATT-02", "G-SKILL-01"), f"{_kind_words(s)} can be chosen here.")
    centre = targets.spot(state, frame, s.of or "self")
    d = state.board.distance[centre][found.at] if centre else 99
    reach = targets.reach_of(state, frame, s.within)
    if not s.behind and d > reach:
        if s.within == "adjacent":
            return Illegal(
                ("G-ATT-07", "G-R-35"), f"It is {d} spaces away; this reaches only the spaces next to you."
            )
        return Illegal(("G-ATT-08", "G-SKILL-02", "G-R-35"), f"It is {d} spaces away, the reach is {reach}.")
    if s.line is not None and not targets.in_line(state, centre, found.at, s.line, s.within):
        rule = ("G-ATT-10", "G-ATT-09", "G-R-36") if d == 1 else ("G-ATT-09", "G-R-36")
        return Illegal(
            rule, "It is in a straight line." if s.line is False else "It is not in a straight line."
        )
    if purpose == "attack":
        shield = values.shielded(state, frame.hero, found)
        if shield is not None:
            return Illegal(("G-R-87",), f"{values.deck(state).label(shield.card)} keeps your attacks off.")
    if unit in frame.barred or unit in frame.picked:
        return Illegal(("G-R-92",), "It has been chosen before; the text asks for another.")
    if purpose == "shift" and found.team != state.heroes[frame.hero].team:
        kept = values.forbidden(state, "displace", unit)
        if kept is not None:
            held = f"{values.deck(state).label(kept.card)} keeps it where it stands."
            return Illegal(("G-SKILL-04", "G-R-88"), held)
    if (s.exact and d != reach) or (s.apart and d < 2):
        wanted = f"exactly {plural(reach, 'space')}" if s.exact else "2 spaces or more"
        return Illegal(
            ("G-SKILL-02", "G-R-35"), f"It is {plural(d, 'space')} away; the text asks for {wanted}."
        )
    # Conditions of the text are many; the text itself says them best.
    text = values.deck(state).cards[frame.card].text
    return Illegal(("G-SKILL-01",), f"It does not fit the text: {text}")


def _kind_words(s: Selector) -> str:
    side = {"enemy": "an enemy ", "friendly": "a friendly ", "any": "any other ", "attackable": "an enemy "}[
        s.side
    ]
    extra = " or a friendly minion" if s.side == "attackable" and s.kind != "hero" else ""
    text = f"only {side}{s.kind}{extra}"
    return text[0].upper() + text[1:]


def refuse_space(state: State, place: Place, rules: tuple[str, ...]) -> Illegal:
    """Why a space cannot be the end."""
    if place in state.on:
        return Illegal(("G-MOV-02", "G-R-79"), "That space holds a unit.")
    if state.board.terrain.get(place, "") not in ("open", "water"):
        return Illegal(("G-MOV-03", "G-R-79"), "That space is impassable.")
    return Illegal(rules, "The text does not reach that space.")


# ------------------------------------------------------------------ going on


def ask(state: State, frame: Frame) -> None:
    state.agenda.append(Choice(player=state.heroes[frame.hero].seat))


def carry_on(state: State, done: bool, **changes: Any) -> None:
    """The step is finished: on to the next. Pushes are looked at before it (G-R-57)."""
    frame = state.frames[-1]
    state.frames[-1] = replace(
        frame, at=frame.at + 1, stage=0, picked=(), left=(), count=0, done=done, **changes
    )
    if state.fallen and state.options.push_timing == "step":
        state.agenda.append(push.CheckPush())


def missed(state: State, op: Op) -> None:
    """A step that cannot be carried out: an optional one is left out, another ends the text (G-R-100)."""
    if op.may:
        carry_on(state, False)
    else:
        state.frames[-1] = replace(state.frames[-1], over=True, stage=0, picked=(), left=())


def named(frame: Frame, name: str, ids: Sequence[str], places: Sequence[Place]) -> tuple[Known, ...]:
    """The frame's names with one more."""
    kept = tuple(k for k in frame.names if k.name != name)
    return (*kept, Known(name, tuple(ids), tuple(places)))


def place_of(state: State, thing: str) -> Place:
    return thing[1:] if thing.startswith("@") else state.at(thing)


class Run(Auto[State], frozen=True):
    """Carry the top frame one step on (rules: see the head of the deck file)."""

    rules: ClassVar[tuple[str, ...]] = ("G-CARD-03", "G-SKILL-01", "G-ATT-01", "G-R-87", "G-R-92")

    def run(self, state: State, log: Log) -> None:
        frame = state.frames[-1]
        steps = values.deck(state).steps[frame.card, frame.part]
        if frame.hero not in state.units:
            state.frames.pop()  # a hero off the board cannot act: the rest is lost (G-R-51)
            return
        if frame.over or frame.at >= len(steps):
            _end(state, log)
            return
        state.agenda.append(self)
        step = steps[frame.at]
        if step.if_ is not None and not frame.stage and not frame.picked and not frame.count:
            if step.if_.event == "defended":
                attack.judge(state, log)
            if not targets.true(state, frame, step.if_):
                carry_on(state, False)
                return
        step.begin(state, frame, log)


RUN = Run()


def _end(state: State, log: Log) -> None:
    """An effect has come to its end."""
    frame = state.frames.pop()
    if frame.role == "part":
        whole = state.frames[-1]
        state.frames[-1] = replace(
            whole,
            hit=frame.hit or whole.hit,
            mine=(*whole.mine, *frame.mine),
            names=frame.names,
            over=frame.over,
            done=True,
        )
    elif frame.role == "main":
        _after_main(state, frame)


class Choice(Decision[State, Action], frozen=True, kw_only=True):
    """The acting player chooses something for the step under way."""

    rules: ClassVar[tuple[str, ...]] = ("G-CARD-03", "G-SKILL-01", "G-ATT-01", "G-R-87")

    def ask(self, state: State) -> str:
        frame, op = top(state)
        return op.ask(state, frame)

    def legal(self, state: State) -> list[Action]:
        frame, op = top(state)
        found = op.options(state, frame)
        if op.may and not frame.stage and not frame.picked and not frame.count:
            return [*found, SKIP]
        return found

    def apply(self, state: State, action: Action, log: Log) -> None:
        frame, op = top(state)
        if isinstance(action, Skip):
            carry_on(state, False)
        else:
            op.take(state, frame, action, log)

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        frame, op = top(state)
        return op.why_not(state, frame, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        if not clicks:
            return None
        kind, _, what = clicks[0].partition(":")
        if kind == "piece":
            return Pick(what)
        if kind == "cell":
            if what in state.on and not any(isinstance(a, Go) for a in self.legal(state)):
                return Pick(state.on[what])
            return Go(what)
        return None


def top(state: State) -> tuple[Frame, Op]:
    """The frame and step under way."""
    frame = state.frames[-1]
    return frame, values.deck(state).steps[frame.card, frame.part][frame.at]


# ------------------------------------------------------------------ starting a text


def push_frame(state: State, frame: Frame) -> None:
    state.frames.append(frame)
    state.agenda.append(RUN)


def is_attack(state: State, frame: Frame) -> bool:
    """Whether a main frame is an attack action."""
    return frame.part == "plain" or values.deck(state).cards[frame.card].card_type == "attack"


def start_main(state: State, frame: Frame) -> None:
    """Begin a main action; the trigger before_attack of an Ultimate comes first."""
    push_frame(state, frame)
    if is_attack(state, frame) and not frame.quiet:
        fire(state, frame.hero, "before_attack", frame)


def _after_main(state: State, frame: Frame) -> None:
    if frame.quiet or frame.hero not in state.units:
        return
    card = values.deck(state).cards[frame.card]
    if card.slot in ("gold", "silver") and not frame.part and not frame.replayed:
        fire(state, frame.hero, "after_basic", frame)
    if is_attack(state, frame):
        fire(state, frame.hero, "after_attack", frame)


def fire(state: State, hero: str, event: str, of: Frame, names: tuple[Known, ...] = ()) -> None:
    """The triggers of a hero's Ultimate (G-ULT-02)."""
    ultimate = state.heroes[hero].ultimate
    if not ultimate or hero not in state.units:
        return
    for i, step in enumerate(values.deck(state).steps[ultimate, ""]):
        if getattr(step, "on", "") == event:
            push_frame(
                state,
                Frame(
                    hero, ultimate, f"{i}.do", "trigger", names=names,
                    fired=f"{of.card}:{of.part}", barred=(*of.barred, *of.mine),
                ),
            )  # fmt: skip


# ------------------------------------------------------------------ may it be chosen?


def may_choose(state: State, frame: Frame) -> bool:
    """Whether a main action may be chosen now (point 3 at the head of the deck file).

    The player must be able to lead it, optional steps included, to its first step that is neither
    optional nor skipped and carry that out; and every mandatory move must be possible in some way
    (G-ACT-02, G-R-20, G-R-30, G-R-31).
    """
    deck = values.deck(state)
    steps = deck.steps[frame.card, frame.part]
    before = 0
    if frame.role == "main" and not frame.quiet and is_attack(state, frame):
        ultimate = state.heroes[frame.hero].ultimate
        if ultimate:
            for i, step in enumerate(deck.steps[ultimate, ""]):
                if getattr(step, "on", "") == "before_attack":
                    first_steps = deck.steps[ultimate, f"{i}.do"]
                    before += len(first_steps)
                    steps = (*first_steps, *steps)
    if not steps:
        return False
    if not before and deck.plain[frame.card, frame.part]:
        return steps[0].possible(state, frame)
    return lead(state, replace(frame, at=-before), steps, 0, False)


def lead(state: State, frame: Frame, steps: tuple[Op, ...], i: int, optional: bool) -> bool:
    """Whether the steps from i on can be led to the first that must be carried out, and it too.

    `frame.at` is kept at the step looked at; steps of a trigger put before them count from below 0.
    """
    if i == len(steps):
        return optional
    step = steps[i]
    skipped = replace(frame, done=False, at=frame.at + 1)
    if step.if_ is not None and not targets.true(state, frame, step.if_):
        return lead(state, skipped, steps, i + 1, optional)
    if step.may:
        return lead(state, skipped, steps, i + 1, True) or step.ahead(
            state, frame, lambda f: lead(state, replace(f, at=f.at + 1), steps, i + 1, True)
        )
    if not any(s.mandatory() for s in steps[i + 1 :]):
        return step.possible(state, frame)
    return step.ahead(state, frame, lambda f: _musts(state, replace(f, at=f.at + 1), steps, i + 1))


def _musts(state: State, frame: Frame, steps: tuple[Op, ...], i: int) -> bool:
    """Whether every mandatory move from step i on can be made in some way."""
    if not any(s.mandatory() for s in steps[i:]):
        return True
    step = steps[i]
    skipped = replace(frame, done=False, at=frame.at + 1)
    if step.if_ is not None and not targets.true(state, frame, step.if_):
        return _musts(state, skipped, steps, i + 1)
    if step.may and _musts(state, skipped, steps, i + 1):
        return True
    return step.ahead(state, frame, lambda f: _musts(state, replace(f, at=f.at + 1), steps, i + 1))


def with_unit_at(state: State, unit: str, place: Place, then: Callable[[], bool]) -> bool:
    """Whether something holds if a unit stood elsewhere. The state is as before afterwards."""
    start = state.at(unit)
    if start == place:
        return then()
    units.shift(state, unit, place)
    try:
        return then()
    finally:
        units.shift(state, unit, start)


def without_unit(state: State, unit: str, then: Callable[[], bool]) -> bool:
    """Whether something holds if a minion were gone. The state is as before afterwards."""
    before = list(state.units.items())
    gone = units.lift(state, unit)
    try:
        return then()
    finally:
        state.on[gone.at] = unit
        state.units.clear()
        state.units.update(before)


def met(state: State, frame: Frame, unit: str, gone: bool) -> Hit:
    """What an attack on a unit would leave for later steps."""
    found = state.units[unit]
    return Hit(unit, found.at, found.kind == "hero", found.at in state.board.near[state.at(frame.hero)], gone)


# ------------------------------------------------------------------ for the deck


def index(deck: Deck, card: str, part: str, steps: tuple[Op, ...]) -> None:
    """Enter the steps of a card, and those inside them, into the deck's look-up tables."""
    deck.steps[card, part] = steps
    first = steps[0] if steps else None
    deck.plain[card, part] = (
        first is not None and not first.may and first.if_ is None and not any(s.mandatory() for s in steps)
    )
    prefix = f"{part}." if part else ""
    for i, step in enumerate(steps):
        found = step.finds()
        if found is not None:
            deck.melee[card, found[0]] = found[1].within == "adjacent"
        for inner, more in step.parts():
            index(deck, card, f"{prefix}{i}.{inner}", more)


PLAIN: tuple[Op, ...] = ()
"""A plain melee attack, from an attack icon that is a secondary action (G-R-19); set by attacks.py."""
