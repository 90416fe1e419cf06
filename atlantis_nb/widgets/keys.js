// Keys: where the keyboard focus goes at a table. Nothing to see.
//
// A button that is pressed may go, or go off, with what it did. The focus it had goes where the
// kernel says: to the first button of choice, to the first card that may be chosen, or to the board.
// The key / goes to the choices from anywhere in the table; a key held down presses nothing again.

const TRIES = [60, 200, 500]; // milliseconds: new buttons take a moment to appear
const ROOM = 110; // pixels
const FIELD = "input:not([type=range]):not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable]";

function render({ model, el }) {
  const off = [];
  const on = (target, type, handler, capture = false) => {
    target.addEventListener(type, handler, capture);
    off.push(() => target.removeEventListener(type, handler, capture));
  };
  let focused = null, byKey = false, whole = null;
  on(document, "focusin", (event) => { focused = event.target; });
  on(document, "keydown", () => { byKey = true; }, true);
  on(document, "pointerdown", () => { byKey = false; }, true);

  const find = (selector) => whole?.querySelector(selector);
  const button = () => find(".atl-choices button:not(:disabled), .atl-choices select");
  const card = () => find(".atl-panels .cards [data-click].atl-legal");
  const first = () => find(".atl-choices .mod-primary:not(:disabled)") || card() || button();
  const go = (node) => {
    node.focus({ preventScroll: true });
    node.scrollIntoView({ block: "nearest" });
  };
  function pickUp(to) {
    if (!whole) return;
    const at = document.activeElement, lost = !at || at === document.body;
    const gone = focused && (!focused.isConnected || (focused.disabled && whole.contains(focused)));
    const idle = !lost && to !== "board" && byKey && whole.contains(at)
      && at.matches(".atl-stage, [data-click]:not(.atl-legal)");
    if (!(lost && gone) && !idle) return;
    const next = { choices: button, cards: card }[to]?.();
    if (next) go(next);
    else if (lost) whole.querySelector(".atl-stage")?.focus({ preventScroll: true });
  }
  const heard = (message) => {
    if (message.type === "focus") for (const wait of TRIES) setTimeout(() => pickUp(message.to), wait);
  };
  model.on("msg:custom", heard);
  off.push(() => model.off("msg:custom", heard));

  // The room of the choices grows with them, up to three rows, and stays: the board moves down once.
  let room = 0, choices = null;
  const grow = () => {
    const last = choices.lastElementChild;
    const high = last ? last.offsetTop + last.offsetHeight - choices.offsetTop + 2 : 0;
    if (high > room) choices.style.setProperty("--atl-room", `${room = Math.min(high, ROOM)}px`);
  };
  const grown = new MutationObserver(() => requestAnimationFrame(grow));
  off.push(() => grown.disconnect());

  const settle = new ResizeObserver(() => {
    const found = el.closest(".atl-live");
    if (!found || found === whole) return;
    whole = found;
    choices = whole.querySelector(".atl-choices");
    if (choices) grown.observe(choices, { childList: true });
    on(whole, "keydown", (event) => {
      const { key } = event;
      if (event.repeat && (key === "Enter" || key === " ") && event.target.closest(".atl-choices")) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (key !== "/" || event.ctrlKey || event.altKey || event.metaKey || event.target.matches(FIELD)) return;
      event.preventDefault();
      event.stopPropagation();
      const next = first();
      if (next) go(next);
    }, true);
  });
  settle.observe(document.body);
  settle.observe(el);
  off.push(() => settle.disconnect());
  return () => off.forEach((undo) => undo());
}

export default { render };
