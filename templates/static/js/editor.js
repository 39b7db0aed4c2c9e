// Setting up a position of draughts: the palette's piece goes where one
// presses, pieces can be dragged about and off the board, and the text field
// always says the same as the board.

import { beside, middle, move as place, press, walk } from "./board.js";
import { word } from "./words.js";

const letters = { white: "W", black: "B" };

export function editor(figure, board) {
  const form = figure.closest("[data-editor]");
  const palette = form.querySelector(".palette");
  const tools = form.querySelector(".editor-bar");
  const field = form.elements.fen;
  const turn = tools.querySelector("[data-turn]");
  const svg = figure.querySelector("svg");
  const layer = svg.querySelector(".pieces");
  const cells = [...svg.querySelectorAll("[data-square]")];
  const squares = new Map(board.squares.map((square) => [square.n, square]));
  const named = new Map(board.squares.map((square) => [square.label, square.n]));
  let pieces = new Map(); // what stands on a square, "white-man"

  const number = (cell) => Number(cell.dataset.square);
  const chosen = () => palette.querySelector(":checked").value;

  // put sets a piece; a man on his last row is a king.
  function put(n, piece) {
    const last = piece.startsWith("white") ? 0 : board.height - 1;
    pieces.set(n, squares.get(n).row === last ? piece.replace("man", "king") : piece);
  }

  // read takes the pieces out of a FEN; it is false where that cannot be read.
  function read(text) {
    const found = new Map();
    const parts = text.trim().toUpperCase().replace(/\.$/, "").split(":");
    if (!/^[WB]$/.test(parts[0])) return false;
    for (const part of parts.slice(1)) {
      const side = { W: "white", B: "black" }[part[0]];
      if (!side) continue;
      for (const item of part.slice(1).split(",").filter(Boolean)) {
        const [, king, from, to] = /^\s*(K?)\s*(\w+)\s*(?:-\s*K?(\w+))?\s*$/.exec(item) ?? [];
        const first = named.get(from?.toLowerCase());
        const last = to ? named.get(to.toLowerCase()) : first;
        if (!first || !last) return false;
        for (let n = first; n <= last; n++) found.set(n, `${side}-${king ? "king" : "man"}`);
      }
    }
    pieces = found;
    turn.value = parts[0] === "W" ? "white" : "black";
    return true;
  }

  function write() {
    const list = (side) => [...pieces].filter(([, piece]) => piece.startsWith(side)).sort(([a], [b]) => a - b)
      .map(([n, piece]) => (piece.endsWith("king") ? "K" : "") + squares.get(n).label).join(",");
    field.value = `${letters[turn.value]}:W${list("white")}:B${list("black")}`;
    show();
  }

  function show() {
    layer.replaceChildren();
    for (const cell of cells) {
      const n = number(cell);
      const piece = pieces.get(n);
      let name = word("board.empty");
      if (piece) {
        const disc = palette.querySelector(`[value="${piece}"] ~ svg .piece`).cloneNode(true);
        disc.dataset.at = n;
        place(disc, ...middle(cell));
        layer.append(disc);
        const [side, kind] = piece.split("-");
        name = word(`board.${kind}`, { side: board.names[side === "black" ? 1 : 0] });
      }
      cell.classList.toggle("movable", Boolean(piece));
      cell.setAttribute("aria-label", [word("board.square", { square: squares.get(n).label }), name].join(", "));
    }
  }

  // pick sets the palette's piece, or takes away what stands there already.
  function pick(cell) {
    const n = number(cell);
    const piece = chosen();
    const before = pieces.get(n);
    pieces.delete(n);
    if (piece) put(n, piece);
    if (pieces.get(n) === before) pieces.delete(n);
    write();
  }

  palette.hidden = tools.hidden = false;
  svg.setAttribute("role", "grid");
  for (const row of svg.querySelectorAll(".row")) row.setAttribute("role", "row");
  for (const cell of cells) {
    cell.setAttribute("role", "gridcell");
    cell.classList.add("open");
  }
  svg.classList.add("live");
  walk(svg, cells, { next: beside(cells), act: pick, back() {} });
  const disc = (cell) => layer.querySelector(`[data-at="${number(cell)}"]`);
  let held = null;
  press(svg, (element) => element?.closest?.("[data-square]") ?? null, {
    lift(cell) {
      held = disc(cell);
      if (held) layer.append(held); // above the others
      return Boolean(held);
    },
    drag: (x, y) => place(held, x, y),
    drop(from, to) {
      if (from && to !== from) {
        const piece = pieces.get(number(from));
        pieces.delete(number(from));
        if (to) put(number(to), piece);
      }
      write();
    },
    tap: pick,
    miss() {},
  });
  turn.addEventListener("change", write);
  for (const button of tools.querySelectorAll("[data-set]")) {
    button.addEventListener("click", () => {
      const side = turn.value;
      if (!read(button.dataset.set)) {
        pieces = new Map();
        turn.value = side;
      }
      write();
    });
  }
  field.addEventListener("input", () => read(field.value) && show());
  if (field.value) read(field.value);
  show();
}
