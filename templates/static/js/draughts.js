// Playing draughts on the board: the server lists the legal moves, and the
// player picks one of them by its squares.

import { bar, begun, draw, move as place, press, walk } from "./board.js";
import { word } from "./words.js";

const last = (list) => list[list.length - 1];
const atMost = 8; // moves that are listed in a sentence

export function draughts(figure, board, send) {
  const svg = figure.querySelector("svg");
  const cells = [...svg.querySelectorAll("[data-square]")];
  const cellOf = new Map(cells.map((cell) => [Number(cell.dataset.square), cell]));
  const labelOf = new Map(board.squares.map((square) => [square.n, square.label]));
  const pieceOf = new Map((board.pieces ?? []).map((piece) => [piece.at, piece]));
  const discOf = new Map([...svg.querySelectorAll("[data-at]")].map((disc) => [Number(disc.dataset.at), disc]));
  const hints = svg.querySelector(".hints");
  const legal = board.legal ?? [];
  const moves = legal.filter((m) => m.path?.length > 1);
  const movable = new Set(moves.map((m) => m.path[0]));
  const write = bar(figure);

  let chosen = null; // the square of the piece to move
  let open = []; // the moves with it that are still possible
  let asked = null; // the square that several of them share: which one is meant?
  let ready = null; // the move that waits to be confirmed
  let hint = ""; // what the last press should have been

  const number = (cell) => Number(cell.dataset.square);
  const centre = (n) => {
    const cell = cellOf.get(n);
    const half = Number(cell.getAttribute("width")) / 2;
    return [Number(cell.getAttribute("x")) + half, Number(cell.getAttribute("y")) + half];
  };
  const list = (some) => some.slice(0, atMost).map((m) => m.text).join(", ") + (some.length > atMost ? " …" : "");
  const names = (numbers) => numbers.map((n) => labelOf.get(n)).join(", ");
  const pieceName = (n) => {
    const piece = pieceOf.get(n);
    if (!piece) return word("board.empty");
    return word(piece.king ? "board.king" : "board.man", { side: board.names[piece.side === "black" ? 1 : 0] });
  };

  // dividing is the squares that some of the open moves visit and others do
  // not: pressing one tells them apart.
  const dividing = () => {
    const visits = open.map((m) => new Set(m.path.slice(1)));
    const all = new Set(visits.flatMap((set) => [...set]));
    return [...all].filter((n) => n !== asked && visits.some((set) => !set.has(n)));
  };

  function clear() {
    chosen = asked = ready = null;
    open = [];
    hint = "";
  }

  function cancel() {
    const from = chosen;
    clear();
    show();
    if (from !== null && svg.contains(document.activeElement)) cellOf.get(from).focus();
  }

  function choose(n) {
    clear();
    chosen = n;
    open = moves.filter((m) => m.path[0] === n);
  }

  // pick is a press on a square, whatever it means now.
  function pick(n) {
    if (!moves.length) return;
    hint = "";
    if (ready) {
      if (ready.path.includes(n, 1)) return; // clicking through the squares of a settled capture
      clear();
    }
    const passing = open.filter((m) => m.path.includes(n, 1));
    if (passing.length) narrow(n, passing);
    else if (n === chosen) clear();
    else if (movable.has(n)) choose(n);
    else if (pieceOf.get(n)?.side === board.turn) {
      clear();
      hint = moves.some((m) => m.captured?.length)
        ? word("board.capture", { moves: list(moves) })
        : word("board.cannot-move");
    } else if (asked === null && chosen !== null) {
      hint = word("board.cannot-go", { moves: list(open) });
    }
    show();
  }

  // narrow keeps the moves that pass the square. A second press on it means to
  // stop there.
  function narrow(n, passing) {
    const ending = passing.filter((m) => last(m.path) === n);
    open = asked === n && ending.length ? ending : passing;
    if (open.length === 1) settle(open[0]);
    else asked = n;
  }

  function settle(m) {
    ready = m;
    asked = null;
    if (!board.confirm) send(m.text);
  }

  // show draws everything that depends on what was pressed so far.
  function show() {
    hints.replaceChildren();
    const mark = (n, kind, r) => {
      const [x, y] = centre(n);
      hints.append(draw("circle", { class: kind, cx: x, cy: y, r }));
    };
    const targets = new Set();
    if (ready) ready.path.slice(1).forEach((n) => mark(n, "way", 5));
    else if (asked !== null) dividing().forEach((n) => targets.add(n));
    else {
      for (const m of open) m.path.slice(1, -1).forEach((n) => targets.has(n) || mark(n, "way", 5));
      for (const m of open) targets.add(last(m.path));
    }
    targets.forEach((n) => mark(n, asked === null ? "target" : "target route", 9));

    for (const [n, disc] of discOf) {
      place(disc, ...centre(ready && n === chosen ? last(ready.path) : n));
      disc.classList.toggle("taken", Boolean(ready?.captured?.includes(n)));
      disc.classList.toggle("chosen", n === chosen);
    }
    for (const [n, cell] of cellOf) {
      cell.classList.toggle("movable", movable.has(n));
      cell.classList.toggle("chosen", n === chosen);
      cell.classList.toggle("open", targets.has(n));
      const parts = [word("board.square", { square: labelOf.get(n) }), pieceName(n)];
      if (board.must?.includes(n)) parts.push(word("board.must"));
      if (n === chosen) parts.push(word("board.chosen"));
      if (targets.has(n)) parts.push(word("board.target"));
      cell.setAttribute("aria-label", parts.join(", "));
      cell.setAttribute("aria-selected", n === chosen);
    }
    begun(figure, chosen !== null);
    tell();
  }

  function tell() {
    const stop = [word("board.cancel"), cancel];
    if (ready && board.confirm) {
      write(word("board.confirm-move", { move: ready.text }),
        [word("board.confirm", { move: ready.text }), () => send(ready.text), { main: true }], stop);
    } else if (asked !== null) {
      write(word("board.route", { squares: names(dividing()) }),
        ...open.slice(0, atMost).map((m) => [m.text, () => { settle(m); show(); }]), stop);
    } else if (chosen !== null) {
      write(hint || word("board.choose-target", { square: labelOf.get(chosen), piece: pieceName(chosen) }), stop);
    } else if (moves.length) {
      const captures = moves.some((m) => m.captured?.length);
      write(hint || (captures ? word("board.capture", { moves: list(moves) }) : word("board.choose")));
    }
  }

  // beside is the nearest playing square in the row that the arrow leads to.
  function beside(cell, dx, dy) {
    const [x, y] = centre(number(cell));
    const size = Number(cell.getAttribute("width"));
    let best = null;
    for (const other of cells) {
      const [ox, oy] = centre(number(other));
      const ahead = dx ? dx * (ox - x) : dy * (oy - y);
      const aside = dx ? Math.abs(oy - y) : Math.abs(ox - x);
      if (ahead <= 0 || (dx ? aside > 0 : ahead > size)) continue;
      // Going straight up the squares alternate, so lean left and right in turn.
      const lean = dx ? 0 : (Math.round(y / size) % 2 ? 1 : -1) * Math.sign(ox - x) * dy;
      const far = dx ? ahead : aside + lean;
      if (!best || far < best.far) best = { far, other };
    }
    return best?.other;
  }

  svg.setAttribute("role", "grid");
  for (const row of svg.querySelectorAll(".row")) row.setAttribute("role", "row");
  for (const cell of cells) cell.setAttribute("role", "gridcell");
  walk(svg, cells, { next: beside, act: (cell) => pick(number(cell)), back: cancel });

  if (moves.length) {
    svg.classList.add("live");
    press(svg, (element) => element?.closest?.("[data-square]") ?? null, {
      lift(cell) {
        const n = number(cell);
        if (!movable.has(n)) return false;
        if (chosen !== n || ready) choose(n);
        show();
        svg.querySelector(".pieces").append(discOf.get(n)); // above the others
        return true;
      },
      drag: (x, y) => place(discOf.get(chosen), x, y),
      drop(from, to) {
        if (to && to !== from) pick(number(to));
        else if (to && open.some((m) => last(m.path) === number(to))) pick(number(to));
        else show();
      },
      tap: (cell) => pick(number(cell)),
      miss(cell) {
        const n = number(cell);
        if (pieceOf.get(n)?.side === board.turn && !movable.has(n)) pick(n); // says why not
      },
    });
  }
  show();
}
