// Plot: a plotly chart that the kernel describes. plotly.js comes to a page once, from the kernel,
// however many charts there are; nothing is fetched. Drawings follow one another in turn.

const SHARED = Symbol.for("atlantis-nb plotly");

/** The library: asked of the kernel by the first chart that needs it. */
function library(model, off) {
  if (window[SHARED]) return Promise.resolve(window[SHARED]);
  return new Promise((resolve) => {
    const hear = (message, buffers) => {
      if (message.type !== "library") return;
      model.off("msg:custom", hear);
      if (!window[SHARED]) {
        const code = new TextDecoder().decode(buffers[0]);
        const module = { exports: {} };
        new Function("module", "exports", "define", code)(module, module.exports, undefined);
        window[SHARED] = module.exports;
      }
      resolve(window[SHARED]);
    };
    model.on("msg:custom", hear);
    off.push(() => model.off("msg:custom", hear));
    model.send({ type: "library" });
  });
}

function render({ model, el }) {
  const off = [];
  const place = document.createElement("div");
  place.className = "atl-plot";
  place.setAttribute("role", "img");
  el.append(place);
  let plotly = null, gone = false, queue = Promise.resolve();
  // A notebook takes cells out of the page while they are out of sight, and plotly draws badly there:
  // only a chart in sight is drawn, and what changed meanwhile is drawn when it comes into sight.
  let inSight = false, drawn = "";

  function draw() {
    const text = model.get("figure");
    place.setAttribute("aria-label", model.get("label") || "Chart");
    if (!text) return;
    const size = JSON.parse(text).layout;
    place.style.minHeight = `${size.height || 380}px`;
    queue = queue.then(async () => {
      if (gone || !inSight || text !== model.get("figure")) return; // a newer one waits
      plotly = plotly || await library(model, off);
      if (gone || !inSight) return;
      const { data, layout } = JSON.parse(text);
      const room = place.clientWidth;
      if (room > 200) layout.width = Math.min(layout.width || room, room);
      layout.shapes = [...(layout.shapes || []), ...line()];
      await plotly.react(place, data, layout, { displayModeBar: false, displaylogo: false, responsive: false,
        plotlyServerURL: "", showSendToCloud: false });
      drawn = inSight && place.isConnected ? text + room : "";
    }).catch((error) => { place.textContent = `This chart cannot be drawn: ${error.message}`; });
  }
  /** Where the stepper stands. */
  function line() {
    const shape = model.get("cursor");
    return shape ? [JSON.parse(shape)] : [];
  }
  function moveLine() {
    queue = queue.then(() => {
      if (gone || !plotly || !place.data) return null;
      if (!inSight) { drawn = ""; return null; }
      const own = JSON.parse(model.get("figure")).layout.shapes || [];
      return plotly.relayout(place, { shapes: [...own, ...line()] });
    }).catch(() => {});
  }
  for (const [name, handler] of [["figure", draw], ["label", draw], ["cursor", moveLine]]) {
    model.on(`change:${name}`, handler);
    off.push(() => model.off(`change:${name}`, handler));
  }
  const stale = () => { if (inSight && drawn !== (model.get("figure") || "") + place.clientWidth) draw(); };
  const sight = new IntersectionObserver((entries) => {
    inSight = entries[entries.length - 1].isIntersecting;
    stale();
  });
  sight.observe(place);
  let timer = 0;
  const seen = new ResizeObserver(() => { clearTimeout(timer); timer = setTimeout(stale, 80); });
  seen.observe(place);
  return () => {
    gone = true;
    seen.disconnect();
    sight.disconnect();
    clearTimeout(timer);
    off.forEach((undo) => undo());
    if (plotly) plotly.purge(place);
  };
}

export default { render };
