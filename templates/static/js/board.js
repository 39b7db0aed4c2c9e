// What both kinds of board share: the bar below, walking with the keys, and
// pressing, dragging and tapping.

const namespace = "http://www.w3.org/2000/svg";

// draw makes an SVG element with attributes and children.
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const move = (element, x, y) => element.setAttribute("transform", `translate(${x} ${y})`);

// bar writes below the board what is going on, and the buttons for it. Each
// button is [text, action, options]. The focus stays on the button that has
// the same place, or goes to the board when there is none.
export function bar(figure) {
  const box = figure.querySelector(".board-bar");
  if (!box) return () => {};
  box.hidden = false;
  const [line, buttons] = box.children;
  return (text, ...list) => {
    if (line.textContent !== text) line.textContent = text;
    const had = buttons.contains(document.activeElement);
    buttons.replaceChildren(...list.map(([label, action, { main = false, pressed } = {}]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      if (main) button.className = "primary";
      if (pressed !== undefined) button.setAttribute("aria-pressed", pressed);
      button.addEventListener("click", action);
      return button;
    }));
    const main = buttons.querySelector(".primary");
    if (main && (had || figure.contains(document.activeElement))) main.focus({ preventScroll: true });
    else if (had) figure.querySelector("svg [tabindex='0']")?.focus({ preventScroll: true });
  };
}

// middle is where the middle of a square of a draughts board is.
export function middle(cell) {
  const half = Number(cell.getAttribute("width")) / 2;
  return [Number(cell.getAttribute("x")) + half, Number(cell.getAttribute("y")) + half];
}

// beside finds the nearest playing square in the row that an arrow leads to.
export const beside = (cells) => (cell, dx, dy) => {
  const [x, y] = middle(cell);
  const size = Number(cell.getAttribute("width"));
  let best = null;
  for (const other of cells) {
    const [ox, oy] = middle(other);
    const ahead = dx ? dx * (ox - x) : dy * (oy - y);
    const aside = dx ? Math.abs(oy - y) : Math.abs(ox - x);
    if (ahead <= 0 || (dx ? aside > 0 : ahead > size)) continue;
    // Going straight up the squares alternate, so lean left and right in turn.
    const lean = dx ? 0 : (Math.round(y / size) % 2 ? 1 : -1) * Math.sign(ox - x) * dy;
    const far = dx ? ahead : aside + lean;
    if (!best || far < best.far) best = { far, other };
  }
  return best?.other;
};

// walk gives the keys: arrows go from cell to cell (one of them can be reached
// with Tab), Enter and the space bar act, Escape takes back. next finds the
// neighbour in a direction.
export function walk(svg, cells, { next, act, back }) {
  const stop = (cell) => {
    for (const other of cells) other.setAttribute("tabindex", other === cell ? 0 : -1);
  };
  stop(cells[0]);
  svg.addEventListener("focusin", (event) => cells.includes(event.target) && stop(event.target));
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !cells.includes(event.target)) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) next(event.target, ...way)?.focus();
    else if (event.key === "Enter" || event.key === " ") act(event.target);
    else if (event.key === "Escape") back();
    else return;
    event.preventDefault();
  });
}

const slack = 6; // pixels that a finger may slip without meaning to drag

// press follows the pointer. lift says whether the cell's piece can be taken
// up; then drag is told where it is in the picture's units, and drop where it
// was let go (null: nowhere). A press without dragging is a tap; dragging what
// cannot be taken up is a miss.
export function press(svg, find, { lift, drag, drop, tap, miss }) {
  let held = null;
  const cellAt = (event) => find(document.elementFromPoint(event.clientX, event.clientY));
  const release = () => {
    const was = held;
    held = null;
    svg.classList.remove("dragging");
    return was;
  };
  svg.addEventListener("pointerdown", (event) => {
    const cell = find(event.target);
    if (!cell || event.button !== 0 || !event.isPrimary) return;
    held = { cell, x: event.clientX, y: event.clientY, id: event.pointerId, up: false, stuck: false };
  });
  svg.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    if (!held.up && !held.stuck && Math.hypot(event.clientX - held.x, event.clientY - held.y) > slack) {
      held.up = lift(held.cell);
      held.stuck = !held.up;
      if (held.stuck) return;
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("dragging");
    }
    if (held.up) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      drag(at.x, at.y);
    }
  });
  svg.addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const { cell, up } = release();
    const at = cellAt(event);
    if (up) drop(cell, at);
    else if (at === cell) tap(cell);
    else miss(cell);
  });
  svg.addEventListener("pointercancel", () => {
    if (release()?.up) drop(null, null);
  });
  // A finger on a piece drags it and not the page; touch-action is not heeded
  // everywhere inside a picture.
  svg.addEventListener("touchstart", (event) => {
    if (event.target.closest(".movable")) event.preventDefault();
  }, { passive: false });
  // A press by a screen reader or a script comes without a pointer.
  svg.addEventListener("click", (event) => {
    const cell = find(event.target);
    if (cell && event.detail === 0) tap(cell);
  });
}

// begun marks that the player has begun a move that is not sent: nothing may
// replace the page meanwhile.
export function begun(figure, yes) {
  const was = "begun" in figure.dataset;
  if (yes) figure.dataset.begun = "";
  else delete figure.dataset.begun;
  if (was && !yes) document.dispatchEvent(new Event("board:idle"));
}
