// Lines: a list to read and to choose from (log, moves, rules). Text is only ever set as text.
//
// One stop for Tab; arrows, Home, End move, Enter or Space chooses. Only the list itself scrolls.

let serial = 0;

function render({ model, el }) {
  const id = `atl-lines${++serial}`;
  const box = document.createElement("div");
  box.className = "atl-lines";
  box.tabIndex = 0;
  box.setAttribute("role", "listbox");
  box.setAttribute("data-lm-suppress-shortcuts", "true");
  el.append(box);
  let rows = [], active = -1;

  const span = (name, text) => {
    const node = document.createElement("span");
    node.className = name;
    node.textContent = text;
    return node;
  };
  function draw() {
    rows = model.get("rows") || [];
    box.replaceChildren(...rows.map((row, i) => {
      const line = document.createElement("div");
      line.className = `atl-line ${row.kind ? `atl-line-${row.kind}` : ""}`;
      line.id = `${id}-${i}`;
      line.setAttribute("role", "option");
      if (row.depth) line.style.setProperty("--depth", row.depth);
      line.append(span("atl-line-tag", row.tag || ""));
      const body = span("atl-line-body", "");
      body.append(span("atl-line-text", row.text));
      if (row.glyph) body.append(span("atl-line-glyph", row.glyph));
      if (row.end) body.append(span("atl-line-end", row.end));
      if (row.note) body.append(span("atl-line-note", row.note));
      line.append(body);
      line.addEventListener("click", () => pick(i));
      return line;
    }));
    if (!rows.length) box.append(span("atl-line-none", model.get("empty") || "Nothing here yet."));
    show();
  }
  function show() {
    const now = model.get("current");
    active = rows.findLastIndex((row) => row.id === now);
    [...box.children].forEach((line, i) => {
      if (!rows[i]) return;
      const current = rows[i].id === now;
      line.classList.toggle("atl-now", current);
      line.setAttribute("aria-selected", String(current));
    });
    reveal(active >= 0 ? active : model.get("follow") ? rows.length - 1 : -1);
    point(active);
  }
  function reveal(i) { // scrolls this box, never the page
    const line = box.children[i];
    if (!line) return;
    const top = line.offsetTop - box.offsetTop, bottom = top + line.offsetHeight;
    if (top < box.scrollTop) box.scrollTop = top - 4;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + 4;
  }
  function point(i) {
    [...box.children].forEach((line, at) => line.classList.toggle("atl-active", at === i));
    if (i >= 0) box.setAttribute("aria-activedescendant", `${id}-${i}`);
    else box.removeAttribute("aria-activedescendant");
  }
  function pick(i) {
    active = i;
    point(i);
    model.send({ type: "pick", id: rows[i].id });
  }
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !rows.length) return;
    const page = 8;
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1,
      PageDown: active + page, PageUp: active - page }[event.key];
    if (to !== undefined) {
      active = Math.min(rows.length - 1, Math.max(0, to));
      point(active);
      reveal(active);
    } else if (event.key === "Enter" || event.key === " ") {
      if (active >= 0) pick(active);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const label = () => {
    box.setAttribute("aria-label", model.get("label") || "List");
    box.style.maxHeight = model.get("height") || "";
  };
  const moved = () => {
    if (!model.get("current") && !model.get("follow")) box.scrollTop = 0; // before the first line
    show();
  };
  const pairs = [["rows", draw], ["current", moved], ["label", label], ["height", label]];
  for (const [name, handler] of pairs) model.on(`change:${name}`, handler);
  label();
  draw();
  // A list in another tab has no size: whenever it comes in sight, so does its current line.
  let visible = false;
  const seen = new ResizeObserver(() => {
    const now = box.clientHeight > 0;
    if (now && !visible) show();
    visible = now;
  });
  seen.observe(box);
  return () => {
    seen.disconnect();
    for (const [name, handler] of pairs) model.off(`change:${name}`, handler);
  };
}

export default { render };
