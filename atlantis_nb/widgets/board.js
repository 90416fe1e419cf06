// Board: shows a scene drawn by the kernel and reports clicks, hovers and keys. It knows no game.
//
// The picture arrives as a few SVG layers; only a layer that changed is replaced. Whatever can be
// chosen carries data-click="kind:name". One element, the stage, takes the keyboard focus; a
// cursor moves over it from cell to cell, and one live line reads where it is.

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = 28;
const DRAG = 5; // pixels that make a press a drag
const LARGE = 3000; // a board so many units wide needs all the width there is
const MOST = 8; // how far one can zoom in
const BESIDE = 380; // pixels that the panels beside a large board need
const BAR = 34; // pixels of the column of buttons beside the picture
const DETAIL = [30, 50, 76]; // cells narrower than that (pixels) are "far", "mid" or "near", see view/prepared.py
let serial = 0;

const make = (tag, attributes = {}, text = "") => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text) node.textContent = text;
  return node;
};

// ------------------------------------------------------------------ light or dark

function isDark() {
  const body = document.body;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
  if (body.dataset.vscodeThemeKind) return /dark/.test(body.dataset.vscodeThemeKind);
  for (const page of [document.documentElement, body]) {
    const named = page.dataset.theme || page.dataset.bsTheme || "";
    if (named === "dark" || named === "light") return named === "dark";
    const parts = (getComputedStyle(page).backgroundColor.match(/[\d.]+/g) || []).map(Number);
    if (parts.length >= 3 && parts[3] !== 0) {
      return 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] < 110;
    }
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function followTheme(apply) {
  const watcher = new MutationObserver(apply);
  for (const page of [document.documentElement, document.body]) {
    watcher.observe(page, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-theme",
      "data-bs-theme", "data-vscode-theme-kind", "class", "style"] });
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", apply);
  apply();
  return () => { watcher.disconnect(); system.removeEventListener("change", apply); };
}

// ------------------------------------------------------------------ the board

function render({ model, el }) {
  const id = `atl${++serial}`;
  const root = make("div", { class: "atl-board" });
  const main = make("div", { class: "atl-main" });
  const stage = make("div", { class: "atl-stage", role: "application", tabindex: "0",
    "data-lm-suppress-shortcuts": "true",
    "aria-roledescription": "board", "aria-describedby": `${id}-help` });
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "atl atl-picture");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("preserveAspectRatio", "xMidYMid meet");
  const layers = Array.from({ length: LAYERS }, () => document.createElementNS(SVG, "g"));
  const cursorLayer = document.createElementNS(SVG, "g");
  cursorLayer.setAttribute("class", "atl-cursor");
  const drawn = document.createElementNS(SVG, "g"); // far, mid or near: how much is written on what is small
  const names = document.createElementNS(SVG, "g"); // the coordinates, where they are wanted
  names.setAttribute("class", "atl-places");
  drawn.append(...layers, names);
  picture.append(drawn, cursorLayer);
  const help = make("div", { id: `${id}-help`, class: "atl-hidden" },
    "Arrow keys move from space to space. Enter or Space chooses. Control with an arrow goes to the next "
    + "possible choice. Escape takes the choice back. Plus, minus and zero zoom, Shift with an arrow moves "
    + "a zoomed board. C shows coordinates, H hides the pieces. Tab leaves the board.");
  const sheet = make("style");
  stage.append(sheet, picture);
  const reading = make("div", { class: "atl-reading", role: "status", "aria-live": "polite" });
  const zoom = make("div", { class: "atl-zoom", role: "group", "aria-label": "Zoom and view" });
  const panels = make("div", { class: "atl-panels", role: "group", "aria-label": "Beside the board" });
  const under = make("div", { class: "atl-under", role: "group", "aria-label": "Below the board" });
  const legend = make("details", { class: "atl-legend" });
  const tip = make("div", { class: "atl-tip", "aria-hidden": "true", hidden: "" });
  const which = make("div", { class: "atl-which", role: "group", "aria-label": "Which one?", hidden: "" });
  main.append(stage, zoom, reading, under, legend, help, tip, which);
  root.append(main, panels);
  el.append(root);

  let cursor = null; // the click id of the space under the keyboard cursor
  let goal = null; // where a run of arrow keys in one direction started: {axis, at}
  const off = []; // what to undo when this view goes
  const on = (target, type, handler, options) => {
    target.addEventListener(type, handler, options);
    off.push(() => target.removeEventListener(type, handler, options));
  };
  const onChange = (names, handler) => {
    for (const name of names.split(" ")) {
      model.on(`change:${name}`, handler);
      off.push(() => model.off(`change:${name}`, handler));
    }
    handler();
  };

  // -------------------------------------------------------------- drawing

  const view = { scale: 1, x: 0.5, y: 0.5 }; // x and y: where on the board the middle of the stage is
  const frame = () => (model.get("viewbox") || "0 0 1 1").split(/[ ,]+/).map(Number);
  const large = () => frame()[2] >= LARGE;
  let size = [0, 0]; // of the stage, in pixels
  /** Units of the board that the stage shows at this zoom: the whole board and what room is left at 1. */
  function shown() {
    const [, , w, h] = frame(), [pw, ph] = size[0] && size[1] ? size : [w, h];
    const unit = Math.max(w / pw, h / ph) / view.scale; // units of a pixel
    return [pw * unit, ph * unit, unit];
  }
  function place() {
    const [x, y, w, h] = frame(), [vw, vh, unit] = shown();
    const keep = (at, share) => (share >= 1 ? 0.5 : Math.min(1 - share / 2, Math.max(share / 2, at)));
    view.x = keep(view.x, vw / w); view.y = keep(view.y, vh / h);
    picture.setAttribute("viewBox", `${x + view.x * w - vw / 2} ${y + view.y * h - vh / 2} ${vw} ${vh}`);
    stage.classList.toggle("atl-zoomed", view.scale > 1);
    const cell = 174 / unit, much = ["far", "mid", "near", "close"][DETAIL.filter((least) => cell >= least).length];
    if (drawn.getAttribute("class") !== much) drawn.setAttribute("class", much);
    if (much === "far" || much === "mid") drawn.style.setProperty("--px", unit.toFixed(2));
  }
  /** As large as the room allows, never higher than a screen shows at once. A large board takes the
   *  full width where the panels beside it would make it smaller; zoomed in, it fills that room. */
  function measure() {
    const [, , w, h] = frame(), big = large(), most = model.get("height") || (big ? "76vh" : "74vh");
    root.classList.toggle("atl-large", big);
    const body = root.closest(".atl-body") || root;
    let beside = 0;
    if (big) {
      stage.style.cssText = `width:100%;max-width:none;height:${most}`;
      const room = body.clientWidth, wanted = Math.round(stage.clientHeight * w / h) + BAR;
      beside = room - wanted >= BESIDE ? wanted : 0;
      const width = (beside || room) - BAR;
      stage.style.height = `min(${most}, ${Math.round(width * h / w)}px)`;
    } else {
      stage.style.cssText = `aspect-ratio:${w} / ${h};max-width:calc(${most} * ${w / h})`;
    }
    body.classList.toggle("atl-stacked", big && !beside);
    body.style.setProperty("--atl-map", beside ? `${beside}px` : "");
    size = [stage.clientWidth, stage.clientHeight];
    place();
    fit();
  }
  /** Tables get smaller until all their columns are in sight; one that cannot says that it scrolls. */
  function fit() {
    for (const table of root.querySelectorAll(".wide")) {
      const looks = ["atl-tight", "atl-tighter", "atl-wider"];
      table.classList.remove(...looks);
      for (const look of looks) {
        if (table.scrollWidth <= table.clientWidth + 1) break;
        table.classList.remove("atl-tight");
        table.classList.add(look);
      }
    }
  }
  function zoomTo(scale, x = view.x, y = view.y) {
    const next = Math.min(MOST, Math.max(1, scale)), ratio = view.scale / next;
    view.x = x - (x - view.x) * ratio; view.y = y - (y - view.y) * ratio;
    view.scale = next;
    place();
  }
  /** Where on the board (0 to 1) a point of the screen is. */
  function spot(event) {
    const box = stage.getBoundingClientRect(), [, , w, h] = frame(), [vw, vh] = shown();
    return [view.x + vw / w * ((event.clientX - box.x) / box.width - 0.5),
      view.y + vh / h * ((event.clientY - box.y) / box.height - 0.5)];
  }
  /** Move a zoomed board by shares of the stage. */
  function pan(dx, dy) {
    const [, , w, h] = frame(), [vw, vh] = shown();
    view.x += dx * vw / w; view.y += dy * vh / h;
    place();
  }
  /** Where the action is comes in sight, if it is not; else the view stays where it was put. */
  function follow() {
    const [x, y, w, h] = frame(), [vw, vh] = shown(), points = model.get("focus") || [];
    if (view.scale <= 1 || !points.length) return;
    const ends = [0, 1].map((i) => [Math.min(...points.map((p) => p[i])), Math.max(...points.map((p) => p[i]))]);
    const middle = [x + view.x * w, y + view.y * h], half = [vw / 2 - 100, vh / 2 - 100];
    const sight = (i, at) => Math.abs(at - middle[i]) <= half[i];
    if (points.every((p) => sight(0, p[0]) && sight(1, p[1]))) return;
    const fits = ends.every(([low, high], i) => high - low <= 2 * half[i]);
    const [ax, ay] = fits ? ends.map(([low, high]) => (low + high) / 2) : points[points.length - 1];
    view.x = (ax - x) / w; view.y = (ay - y) / h;
    place();
  }
  const switches = {};
  function turn(name, on_ = !root.classList.contains(name)) {
    root.classList.toggle(name, on_);
    switches[name].setAttribute("aria-pressed", String(on_));
    if (name === "atl-named") write();
  }
  /** Coordinates, written from the cells that are there; spaces labelled with them have them already. */
  function write() {
    names.replaceChildren();
    if (!root.classList.contains("atl-named")) return;
    const has = new Set([...picture.querySelectorAll(".q")].map((node) => node.textContent));
    for (const node of picture.querySelectorAll(".c[data-place]")) {
      const start = /^M(-?[\d.]+),(-?[\d.]+)/.exec(node.getAttribute("d") || "");
      const name = node.getAttribute("data-place");
      if (!start || has.has(name)) continue;
      const text = document.createElementNS(SVG, "text");
      const square = node.getAttribute("d").includes("h154"); // its path begins at a corner, a hexagon's at the top
      text.setAttribute("x", String(Number(start[1]) + (square ? 77 : 0)));
      text.setAttribute("y", String(Number(start[2]) + (square ? 138 : 174)));
      text.textContent = name;
      names.append(text);
    }
  }
  for (const [sign, name, act] of [["+", "Zoom in  (key +)", () => zoomTo(view.scale * 1.6)],
    ["−", "Zoom out  (key -)", () => zoomTo(view.scale / 1.6)], ["⟲", "Whole board  (key 0)", () => zoomTo(1)],
    ["#", "Coordinates  (key C)", "atl-named"], ["◩", "Hide the pieces  (key H)", "atl-bare"]]) {
    const button = make("button", { type: "button", title: name, "aria-label": name }, sign);
    if (typeof act === "string") {
      switches[act] = button;
      button.setAttribute("aria-pressed", "false");
    }
    on(button, "click", typeof act === "string" ? () => turn(act) : act);
    zoom.append(button);
  }

  layers.forEach((layer, i) => onChange(`layer${i}`, () => {
    layer.innerHTML = model.get(`layer${i}`) || "";
    mark();
    drawCursor();
    if (!i) write();
  }));
  onChange("layer_names", () => {
    (model.get("layer_names") || []).forEach((name, i) => layers[i].setAttribute("class", `atl-layer-${name}`));
  });
  onChange("legend", () => {
    legend.hidden = !model.get("legend");
    legend.innerHTML = model.get("legend") || "";
  });
  onChange("sheet", () => { sheet.textContent = model.get("sheet") || ""; });
  onChange("viewbox height", measure);
  onChange("focus", follow);
  on(window, "resize", measure);
  onChange("label", () => stage.setAttribute("aria-label", model.get("label") || "Board"));
  onChange("panels", () => {
    const aside = [panels, under].find((group) => group.contains(document.activeElement));
    const focused = aside ? document.activeElement.getAttribute("data-click") : null;
    panels.innerHTML = model.get("panels") || "";
    // Wide tables stand below the board, where there is the room.
    const whole = panels.firstElementChild?.cloneNode(false);
    if (whole) {
      for (const node of panels.querySelectorAll("section.panel")) {
        if (node.querySelector("th:nth-child(6), td:nth-child(6)")) whole.append(node);
      }
      under.replaceChildren(whole);
    } else under.replaceChildren();
    under.hidden = !whole?.childElementCount;
    panels.classList.toggle("atl-empty", !panels.innerHTML);
    root.classList.toggle("atl-alone", !panels.innerHTML);
    mark();
    fit();
    // A card that moved to another panel must not drag the page along.
    if (focused) aside.querySelector(`[data-click="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  });
  onChange("legal chosen", mark);
  onChange("busy", () => {
    root.classList.toggle("atl-busy", !!model.get("busy"));
    stage.setAttribute("aria-busy", String(!!model.get("busy")));
  });
  function say(text) {
    if (reading.textContent !== text) reading.textContent = text;
    showTip();
  }

  // -------------------------------------------------------------- what is read, beside the pointer

  // The line below the board is for all; where it is out of sight, its text stands beside the pointer.
  let pointer = null, lineInSight = true;
  const sight = new IntersectionObserver((entries) => {
    lineInSight = entries[entries.length - 1].intersectionRatio > 0.95;
    showTip();
  }, { threshold: [0, 0.95, 1] });
  sight.observe(reading);
  off.push(() => sight.disconnect());
  function showTip() {
    const text = reading.textContent;
    tip.hidden = !pointer || !text || lineInSight || !which.hidden;
    if (tip.hidden) return;
    tip.textContent = text;
    putBeside(tip, pointer);
  }
  /** Beside a point of the screen, on the side that has the room, inside the board. */
  function putBeside(node, at) {
    const box = main.getBoundingClientRect(), gap = 16;
    const wide = node.offsetWidth, high = node.offsetHeight;
    const left = at.x + gap + wide <= Math.min(box.right, innerWidth) ? at.x + gap : at.x - gap - wide;
    const top = at.y + gap + high <= Math.min(stage.getBoundingClientRect().bottom, innerHeight) ? at.y + gap : at.y - gap - high;
    node.style.left = `${Math.max(0, left - box.x)}px`;
    node.style.top = `${top - box.y}px`;
  }

  onChange("reading", () => say(model.get("reading") || ""));

  // -------------------------------------------------------------- which counter of a stack

  /** The counters that may be chosen out of the stack at a click; one, or none that lie in a stack,
   *  needs no question. */
  function stacked(ids) {
    const legal = new Set(model.get("legal") || []), places = new Set();
    const fanned = ["near", "close"].includes(drawn.getAttribute("class"));
    if (fanned && ids[0]?.startsWith("piece:")) return [];
    for (const name of ids) {
      if (legal.has(name) && name.startsWith("cell:")) return []; // the space itself is meant
      if (name.startsWith("cell:")) places.add(name.slice(5));
      const node = name.startsWith("piece:") && picture.querySelector(`.fn[data-click="${CSS.escape(name)}"]`);
      if (node) places.add(node.getAttribute("data-place"));
    }
    return [...picture.querySelectorAll(".fn[data-click]")].filter((node) =>
      legal.has(node.getAttribute("data-click")) && places.has(node.getAttribute("data-place")));
  }
  function askWhich(nodes, at, how) {
    which.replaceChildren();
    for (const node of nodes) {
      const name = node.getAttribute("data-click");
      const words = [...node.querySelectorAll(".un tspan")].map((line) => line.textContent).join(" ") || node.textContent;
      const button = make("button", { type: "button", title: words, "aria-label": words });
      const face = document.createElementNS(SVG, "svg"), group = document.createElementNS(SVG, "g");
      face.setAttribute("class", "atl");
      face.setAttribute("viewBox", "-108 -108 216 216");
      face.setAttribute("aria-hidden", "true");
      group.setAttribute("class", "close");
      const copy = node.cloneNode(true);
      copy.removeAttribute("transform");
      copy.removeAttribute("data-click");
      group.append(copy);
      face.append(group);
      button.append(face);
      button.addEventListener("click", () => {
        closeWhich(how === "key");
        model.send({ type: "click", ids: [name, `cell:${node.getAttribute("data-place")}`], how });
      });
      which.append(button);
    }
    which.hidden = false;
    tip.hidden = true;
    putBeside(which, at);
    if (how === "key") which.firstElementChild.focus({ preventScroll: true });
  }
  function closeWhich(back) {
    if (which.hidden) return;
    which.hidden = true;
    if (back) stage.focus({ preventScroll: true });
  }
  on(which, "keydown", (event) => {
    const items = [...which.children], at = items.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") closeWhich(true);
    else if (step) items[(at + step + items.length) % items.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  function mark() {
    const legal = new Set(model.get("legal") || []), chosen = new Set(model.get("chosen") || []);
    const started = new Set();
    for (const node of root.querySelectorAll("[data-click]")) {
      const name = node.getAttribute("data-click");
      node.classList.toggle("atl-legal", legal.has(name));
      node.classList.toggle("atl-chosen", chosen.has(name));
      const group = [panels, under].find((aside) => aside.contains(node));
      if (group) { // one stop for Tab, arrows inside
        node.setAttribute("role", "button");
        node.setAttribute("tabindex", started.has(group) ? "-1" : "0");
        node.setAttribute("aria-pressed", String(chosen.has(name)));
        node.setAttribute("aria-disabled", String(legal.size > 0 && !legal.has(name)));
        started.add(group);
      }
    }
    // Cards to choose from stand first, right under the question.
    for (const node of panels.querySelectorAll("section.panel")) {
      node.classList.toggle("atl-wanted", !!node.querySelector(".cards :is(.atl-legal, .atl-chosen)"));
    }
  }

  // -------------------------------------------------------------- the cursor

  /** Everything the cursor can stand on: all cells, and what else on the board may be chosen. */
  function stops() {
    const legal = new Set(model.get("legal") || []), found = new Map();
    for (const node of picture.querySelectorAll("[data-click]")) {
      const name = node.getAttribute("data-click");
      const wanted = name.startsWith("cell:") || (legal.has(name) && !name.startsWith("piece:"));
      if (!wanted || found.has(name)) continue;
      const box = node.getBoundingClientRect();
      found.set(name, { name, node, x: box.x + box.width / 2, y: box.y + box.height / 2 });
    }
    return [...found.values()];
  }
  function drawCursor() {
    cursorLayer.replaceChildren();
    if (!cursor) return;
    const node = picture.querySelector(`g:not(.atl-cursor) [data-click="${CSS.escape(cursor)}"]`);
    if (!node) return;
    const shape = node.matches("polygon,path,rect,circle,line,polyline,ellipse") ? node
      : node.querySelector("polygon,path,rect,circle,line,polyline,ellipse");
    if (!shape) return;
    const copy = shape.cloneNode(false);
    for (const name of ["class", "style", "fill", "stroke", "data-click", "id", "filter", "opacity"]) copy.removeAttribute(name);
    // The copy stands where the original does, whatever groups moved it.
    const matrix = picture.getScreenCTM()?.inverse().multiply(shape.getScreenCTM());
    if (matrix) copy.setAttribute("transform", `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e} ${matrix.f})`);
    const outer = copy.cloneNode(false);
    outer.setAttribute("class", "atl-cursor-outer");
    copy.setAttribute("class", "atl-cursor-inner");
    cursorLayer.append(outer, copy);
  }
  function stand(stop) {
    cursor = stop.name;
    drawCursor();
    if (view.scale > 1) { // keep it in sight
      const box = stage.getBoundingClientRect();
      const dx = (stop.x - box.x) / box.width, dy = (stop.y - box.y) / box.height;
      if (dx < 0.1 || dx > 0.9 || dy < 0.1 || dy > 0.9) pan(dx - 0.5, dy - 0.5);
    }
    ask([stop.name]);
  }
  const AXES = { ArrowLeft: ["x", "y", -1], ArrowRight: ["x", "y", 1], ArrowUp: ["y", "x", -1], ArrowDown: ["y", "x", 1] };
  /** From stop to stop by geometry: the nearest ahead, sideways drift counted dearly. */
  function move(key) {
    const all = stops();
    const here = all.find((s) => s.name === cursor);
    if (!all.length) return;
    if (!here) return stand(nearestMiddle(all));
    const [axis, cross, sign] = AXES[key];
    if (!goal || goal.axis !== axis || goal.cursor !== cursor) goal = { axis, at: here[cross] };
    let best = null, least = Infinity;
    for (const s of all) {
      const ahead = sign * (s[axis] - here[axis]);
      if (s === here || ahead < 4) continue;
      const aside = Math.abs(s[cross] - goal.at);
      if (aside > ahead * 2 + 4) continue;
      const cost = ahead + 2.5 * aside;
      if (cost < least) { least = cost; best = s; }
    }
    if (best) { stand(best); goal.cursor = best.name; }
  }
  function nearestMiddle(all) {
    const box = stage.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    return all.reduce((a, b) => (Math.hypot(b.x - x, b.y - y) < Math.hypot(a.x - x, a.y - y) ? b : a));
  }
  function ends(key) {
    const all = stops(), here = all.find((s) => s.name === cursor) || nearestMiddle(all);
    const line = key === "Home" || key === "End" ? all.filter((s) => Math.abs(s.y - here.y) < 6) : all;
    const axis = line === all ? "y" : "x", sign = key === "End" || key === "PageDown" ? 1 : -1;
    stand(line.reduce((a, b) => (sign * (b[axis] - a[axis]) > 0 ? b : a), here));
  }
  function nextLegal(step) {
    const legal = new Set(model.get("legal") || []);
    const pieces = new Set();
    for (const node of picture.querySelectorAll('[data-click^="piece:"]')) {
      if (!legal.has(node.getAttribute("data-click"))) continue;
      const box = node.getBoundingClientRect();
      const all = stops();
      if (all.length) pieces.add(all.reduce((a, b) => {
        const far = (s) => Math.hypot(s.x - box.x - box.width / 2, s.y - box.y - box.height / 2);
        return far(b) < far(a) ? b : a;
      }).name);
    }
    const all = stops().filter((s) => legal.has(s.name) || pieces.has(s.name));
    if (!all.length) return;
    all.sort((a, b) => a.y - b.y || a.x - b.x);
    const at = all.findIndex((s) => s.name === cursor);
    stand(all[(at + step + all.length) % all.length]);
  }

  // -------------------------------------------------------------- talking to the kernel

  let asked = 0, answered = 0, next = null;
  /** Ask what is there; while one question is open only the newest of the others is kept. */
  function ask(ids) {
    if (asked > answered) { next = ids; return; }
    model.send({ type: "at", ids, n: ++asked, view: id });
  }
  // A button that is pressed may go, or go off, with what it did; the focus it had then comes to the board.
  let focused = null;
  const remember = (event) => { focused = event.target; };
  document.addEventListener("focusin", remember);
  off.push(() => document.removeEventListener("focusin", remember));
  // Where nothing on the board may be chosen, it goes to the first new button of choice, which may
  // take a moment to be there.
  const pickUpFocus = (tries = 4) => {
    const lost = !document.activeElement || document.activeElement === document.body;
    const gone = focused && (!focused.isConnected || (focused.disabled && root.closest(".atl-live")?.contains(focused)));
    if (!lost || !gone || !stage.isConnected) return;
    const here = [...picture.querySelectorAll("[data-click].atl-legal")].length > 0;
    const choices = root.closest(".atl-live")?.querySelector(".atl-first .atl-row");
    const button = here ? null : choices?.querySelector("button:not(:disabled), select");
    if (button) button.focus({ preventScroll: true });
    else if (here || !choices || !tries) stage.focus({ preventScroll: true });
    else setTimeout(() => pickUpFocus(tries - 1), 60);
  };
  const heard = (message) => {
    if (message.type === "focus") { setTimeout(pickUpFocus, 60); return; }
    if (message.type !== "said" || message.view !== id) return;
    answered = Math.max(answered, message.n);
    if (next) { const ids = next; next = null; ask(ids); }
  };
  model.on("msg:custom", heard);
  off.push(() => model.off("msg:custom", heard));

  /** Click ids under a point, innermost first. */
  function idsAt(event) {
    const ids = [];
    for (const node of document.elementsFromPoint(event.clientX, event.clientY)) {
      for (let at = node; at && root.contains(at); at = at.parentElement) {
        const name = at.getAttribute?.("data-click");
        if (name && !ids.includes(name)) ids.push(name);
      }
    }
    return ids;
  }

  // -------------------------------------------------------------- pointer

  let press = null, dragged = false, hovered = "";
  on(stage, "pointerdown", (event) => {
    dragged = false;
    press = event.button === 0 ? { x: event.clientX, y: event.clientY, vx: view.x, vy: view.y } : null;
  });
  on(stage, "pointermove", (event) => {
    if (press && event.buttons & 1 && view.scale > 1) {
      const dx = event.clientX - press.x, dy = event.clientY - press.y;
      if (dragged || Math.hypot(dx, dy) > DRAG) {
        if (!dragged) stage.setPointerCapture(event.pointerId);
        dragged = true;
        const box = stage.getBoundingClientRect();
        view.x = press.vx; view.y = press.vy;
        pan(-dx / box.width, -dy / box.height);
        return;
      }
    }
    hover(event);
  });
  on(stage, "pointerup", () => { press = null; });
  on(stage, "click", (event) => {
    if (dragged) { dragged = false; return; }
    const ids = idsAt(event);
    const cell = ids.find((name) => name.startsWith("cell:"));
    if (cell) { cursor = cell; goal = null; drawCursor(); }
    const many = stacked(ids);
    closeWhich(false);
    if (many.length > 1) askWhich(many, { x: event.clientX, y: event.clientY }, "pointer");
    else if (ids.length) model.send({ type: "click", ids, how: "pointer" });
  });
  for (const group of [panels, under]) {
    on(group, "click", (event) => {
      const ids = idsAt(event);
      if (ids.length) { event.preventDefault(); model.send({ type: "click", ids, how: "pointer" }); }
    });
    on(group, "pointermove", hover);
    on(group, "keydown", (event) => groupKey(group, event));
  }
  function hover(event) {
    if (event.pointerType === "touch") return;
    pointer = { x: event.clientX, y: event.clientY };
    const ids = idsAt(event), name = ids.join(" ");
    showTip();
    if (name === hovered) return;
    hovered = name;
    if (ids.length) ask(ids);
    else tip.hidden = true;
  }
  // Scrolled, something else is under the pointer, which has not moved: nothing is told of it.
  on(document, "scroll", () => { hovered = ""; pointer = null; tip.hidden = true; }, { capture: true, passive: true });
  on(root, "pointerleave", () => { hovered = ""; pointer = null; tip.hidden = true; ask([]); });
  on(stage, "wheel", (event) => { // the page scrolls as ever; only with Control the board zooms
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(view.scale * Math.exp(-event.deltaY / 300), ...spot(event));
  }, { passive: false });
  on(stage, "dblclick", (event) => {
    const legal = model.get("legal") || [];
    if (idsAt(event).some((name) => legal.includes(name))) return; // two clicks on a choice are no wish to zoom
    event.preventDefault();
    zoomTo(view.scale * 2, ...spot(event));
  });

  // -------------------------------------------------------------- keyboard

  on(stage, "keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    pointer = null; // what the cursor is on is no matter of the pointer
    closeWhich(false);
    const { key } = event;
    if (AXES[key] && event.shiftKey) {
      const [axis, , sign] = AXES[key];
      pan(axis === "x" ? sign / 4 : 0, axis === "y" ? sign / 4 : 0);
    } else if (AXES[key] && event.ctrlKey) nextLegal(key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1);
    else if (event.ctrlKey) return;
    else if (AXES[key]) move(key);
    else if (["Home", "End", "PageUp", "PageDown"].includes(key)) ends(key);
    else if (key === "Enter" || key === " ") choose();
    else if (key === "Escape") model.send({ type: "escape" });
    else if (key === "+") zoomTo(view.scale * 1.6);
    else if (key === "-") zoomTo(view.scale / 1.6);
    else if (key === "0") zoomTo(1);
    else if (key.toLowerCase() === "c") turn("atl-named");
    else if (key.toLowerCase() === "h") turn("atl-bare");
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  function choose() {
    if (!cursor) return;
    const many = stacked([cursor]);
    const cell = picture.querySelector(`[data-click="${CSS.escape(cursor)}"]`)?.getBoundingClientRect();
    if (many.length > 1 && cell) askWhich(many, { x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 }, "key");
    else model.send({ type: "click", ids: [cursor], how: "key" });
  }
  on(stage, "focus", () => {
    if (cursor || !stage.matches(":focus-visible")) return;
    const all = stops();
    if (all.length) stand(nearestMiddle(all));
  });
  function groupKey(group, event) {
    const items = [...group.querySelectorAll("[data-click]")], at = items.indexOf(document.activeElement);
    if (at < 0) return;
    const { key } = event;
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[key];
    if (to !== undefined) {
      const item = items[(to + items.length) % items.length];
      items.forEach((node) => node.setAttribute("tabindex", node === item ? "0" : "-1"));
      item.focus();
      ask([item.getAttribute("data-click")]);
    } else if (key === "Enter" || key === " ") {
      model.send({ type: "click", ids: [items[at].getAttribute("data-click")], how: "key" });
    } else if (key === "Escape") model.send({ type: "escape" });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // -------------------------------------------------------------- the widget round about

  // Keys and theme belong to the whole widget (board, buttons, lists), which is known only once
  // this view hangs in the page. The attribute keeps JupyterLab's one-letter commands away; it
  // counts only on the very element that has the focus.
  let whole = null;
  const settle = new ResizeObserver(() => {
    measure();
    const found = el.closest(".atl-live") || root;
    if (found === whole) return;
    whole = found;
    on(whole, "focusin", (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true"));
    on(whole, "keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (event.target.matches("input:not([type=range]):not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable]")) return;
      if (!(model.get("hotkeys") || []).includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      model.send({ type: "key", key: event.key });
    });
    applyTheme();
    drawCursor();
  });
  settle.observe(main);
  off.push(() => settle.disconnect());
  function applyTheme() {
    const theme = isDark() ? "dark" : "light";
    for (const node of new Set([root, whole || root])) node.dataset.atlTheme = theme;
    for (const node of [picture, panels, under, legend]) {
      node.classList.toggle("atl-dark", theme === "dark");
      node.classList.toggle("atl-light", theme === "light");
    }
  }
  off.push(followTheme(applyTheme));

  return () => off.forEach((undo) => undo());
}

export default { render };
