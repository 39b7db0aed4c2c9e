// Playing draughts on the board: the server lists the legal moves, and the
// player picks one of them by its squares.

import { bar, begun, beside, draw, middle, move as place, press, walk } from "./board.js";
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
  let open = []; // the moves with it that are still possible, each with how far it was clicked through
  let clicked = []; // the squares pressed since then
  let asked = null; // the square that several of them share: which one is meant?
  let ready = null; // the move that waits to be confirmed
  let hint = ""; // what the last press should have been

  const number = (cell) => Number(cell.dataset.square);
  const centre = (n) => middle(cellOf.get(n));
  const list = (some) => some.slice(0, atMost).map((m) => m.text).join(", ") + (some.length > atMost ? " …" : "");
  const names = (numbers) => numbers.map((n) => labelOf.get(n)).join(", ");
  const pieceName = (n) => {
    const piece = pieceOf.get(n);
    if (!piece) return word("board.empty");
    return word(piece.king ? "board.king" : "board.man", { side: board.names[piece.side === "black" ? 1 : 0] });
  };

  // over is the squares that a move runs over without standing on them.
  const squareAt = new Map(board.squares.map((square) => [`${square.col} ${square.row}`, square]));
  const bySquare = new Map(board.squares.map((square) => [square.n, square]));
  function over({ path }) {
    const found = [];
    for (let i = 1; i < path.length; i++) {
      const [from, to] = [bySquare.get(path[i - 1]), bySquare.get(path[i])];
      const [dx, dy] = [to.col - from.col, to.row - from.row];
      for (let step = 1, steps = Math.max(Math.abs(dx), Math.abs(dy)); step < steps; step++) {
        const square = squareAt.get(`${from.col + step * Math.sign(dx)} ${from.row + step * Math.sign(dy)}`);
        if (square) found.push(square.n);
      }
    }
    return found;
  }

  // dividing is the squares that tell the open moves apart: those that some of
  // them have still to visit and others have not, or where all visit the same,
  // those that come next.
  const dividing = () => {
    const ahead = open.map(({ m, at }) => new Set(m.path.slice(at + 1)));
    const some = [...new Set(ahead.flatMap((set) => [...set]))].filter((n) => n !== asked && ahead.some((set) => !set.has(n)));
    if (some.length) return some;
    const next = [...new Set(open.map(({ m, at }) => m.path[at + 1]))];
    return next.length > 1 ? next.filter((n) => n !== undefined && n !== asked) : [];
  };

  function clear() {
    chosen = asked = ready = null;
    open = [];
    clicked = [];
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
    open = moves.filter((m) => m.path[0] === n).map((m) => ({ m, at: 0 }));
  }

  // pick is a press on a square, whatever it means now.
  function pick(n) {
    if (!moves.length) return;
    hint = "";
    if (ready) {
      if (ready.path.includes(n, 1) || over(ready).includes(n)) return; // clicking through a settled capture
      clear();
    }
    // A second press on the piece takes it back where nothing is asked before
    // a move goes; a capture back to its square is named by its way.
    const back = n === chosen && !clicked.length && !board.confirm;
    const passing = back ? [] : visiting(n);
    if (passing.length) narrow(n, passing);
    else if (n === chosen) clear();
    else if (movable.has(n)) choose(n);
    else if (pieceOf.get(n)?.side === board.turn) {
      clear();
      hint = moves.some((m) => m.captured?.length)
        ? word("board.capture", { moves: list(moves) })
        : word("board.cannot-move");
    } else if (asked === null && chosen !== null) {
      hint = word("board.cannot-go", { moves: list(open.map(({ m }) => m)) });
    }
    show();
  }

  // visiting is the open moves that go on to a square, else those that stood
  // there before, else those that run over it or take the piece on it.
  function visiting(n) {
    if (n === asked) return open;
    const on = [];
    for (const { m, at } of open) {
      const next = m.path.indexOf(n, at + 1);
      if (next > 0) on.push({ m, at: next === m.path.length - 1 ? at : next }); // the end may be named first
    }
    if (on.length) return on;
    const before = open.filter(({ m }) => m.path.includes(n, 1));
    return before.length ? before : open.filter(({ m }) => over(m).includes(n));
  }

  // narrow keeps the moves that pass the square. A second press on it means to
  // stop there, and a move whose squares were all pressed in their order is
  // the one that is meant.
  function narrow(n, passing) {
    const again = asked === n;
    if (!again) clicked.push(n);
    const ending = passing.filter(({ m }) => last(m.path) === n);
    open = again && ending.length ? ending : passing;
    const exact = open.filter(({ m }) => m.path.slice(1).join() === clicked.join());
    if (open.length === 1) settle(open[0].m);
    else if (exact.length === 1 && (again || clicked.length > 1)) settle(exact[0].m);
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
      const ring = pieceOf.has(n) && kind !== "way"; // around a piece that will have gone
      hints.append(draw("circle", { class: kind, cx: x, cy: y, r: ring ? 17.5 : r }));
    };
    const targets = new Set();
    if (ready) ready.path.slice(1).forEach((n) => mark(n, "way", 5));
    else if (asked !== null) dividing().forEach((n) => targets.add(n));
    else {
      for (const { m } of open) m.path.slice(1, -1).forEach((n) => targets.has(n) || mark(n, "way", 5));
      for (const { m } of open) targets.add(last(m.path));
    }
    targets.forEach((n) => mark(n, asked === null ? "target" : "target route", 9));

    for (const [n, disc] of discOf) {
      place(disc, ...centre(ready && n === chosen ? last(ready.path) : n));
      disc.classList.toggle("taken", Boolean(ready?.captured?.includes(n)));
      disc.classList.toggle("chosen", n === chosen);
    }
    if (ready) svg.querySelector(".pieces").append(discOf.get(chosen)); // above what it takes
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
      write(word("board.route", { squares: names(dividing()) || list(open.map(({ m }) => m)) }),
        ...open.slice(0, atMost).map(({ m }) => [m.text, () => { settle(m); show(); }]), stop);
    } else if (chosen !== null) {
      write(hint || word("board.choose-target", { square: labelOf.get(chosen), piece: pieceName(chosen) }), stop);
    } else if (moves.length) {
      const captures = moves.some((m) => m.captured?.length);
      write(hint || (captures ? word("board.capture", { moves: list(moves) }) : word("board.choose")));
    }
  }

  svg.setAttribute("role", "grid");
  for (const row of svg.querySelectorAll(".row")) row.setAttribute("role", "row");
  for (const cell of cells) cell.setAttribute("role", "gridcell");
  walk(svg, cells, { next: beside(cells), act: (cell) => pick(number(cell)), back: cancel });

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
        else if (to && open.some(({ m }) => last(m.path) === number(to))) pick(number(to));
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
