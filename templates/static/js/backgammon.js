// Playing backgammon on the board. The server lists the legal plays; checkers
// are moved one at a time, and a step is offered only if some legal play can
// still come of it. Points are numbered as the player counts them: 25 is the
// bar, 0 is off.

import { bar, begun, draw, move as place, press, walk } from "./board.js";
import { movementOf } from "./movement.js";
import { word } from "./words.js";

const radius = 17.5;
const onTop = 1.5 * radius; // how far a checker on another's is moved up
const atMost = 8; // steps that are listed in a sentence
const spotName = (n) => (n === 25 ? "bar" : n === 0 ? "off" : String(n));
const stepName = (s) => `${spotName(s.from)}/${spotName(s.to)}${s.hit ? "*" : ""}`;
const key = (state) => `${state.own}|${state.foe}`;

const without = (dice, die) => dice.toSpliced(dice.indexOf(die), 1);

export function backgammon(figure, board, send) {
  const svg = figure.querySelector("svg");
  const mover = board.turn || board.view || "white";
  const mine = mover === "black" ? 1 : 0;
  const sides = ["white", "black"];
  const plays = (board.legal ?? []).filter((m) => m.steps?.length);
  const start = { own: board.points[mine], foe: board.points[1 - mine] };
  const pinned = board.pinned?.[mine] ?? [];
  const { across, step: single, after } = movementOf(board.variant, {
    pinned, hit: board.hit?.[mine] ?? 0, waiting: start.own[25],
  });
  const write = bar(figure);
  // The board stands for the list of plays, which would send another than the
  // one that lies there.
  const list = plays.length ? document.querySelector("#act-form [data-plays]") : null;

  const cells = [...svg.querySelectorAll(".hit")];
  const pieces = svg.querySelector(".pieces");
  const hints = svg.querySelector(".hints");
  const diceDrawn = [...svg.querySelectorAll(".die")];
  const faces = diceDrawn.map((die) => Number(die.dataset.die));

  // own is a cell's number as the mover counts; foe's bar and tray have none.
  const ownNumber = ({ dataset: { point, bar: atBar, off } }) => {
    if (point) return mine ? across(Number(point)) : Number(point);
    if (atBar) return atBar === mover ? 25 : null;
    return off === mover ? 0 : null;
  };
  const cellOf = new Map(cells.map((cell) => [ownNumber(cell), cell]).filter(([n]) => n !== null));

  const finals = new Map(); // what each legal play leads to, and its text
  for (const m of plays) {
    const end = m.steps.reduce((s, [from, to]) => after(s, { from, to }), start);
    finals.set(key(end), m.text);
  }

  let state = start;
  let order = faces.map((_, i) => i); // dice not played yet, the next one first
  let steps = []; // played so far; each remembers what to go back to
  let chosen = null; // the point to move from, when the target is tapped as well
  let hint = "";

  // Whether a tap plays the next die or only chooses is the player's habit.
  let tapPlays = localStorage.getItem("tap-plays") !== "no";

  const complete = (s = state) => finals.has(key(s));
  const left = () => order.map((i) => faces[i]);

  const known = new Map();
  function leads(s, dice) {
    if (complete(s)) return true;
    const id = `${key(s)}|${dice.toSorted()}`;
    if (!known.has(id)) known.set(id, stepsFrom(s, dice).length > 0);
    return known.get(id);
  }

  // stepsFrom is every step that belongs to a legal play, the next die's first.
  function stepsFrom(s, dice) {
    if (complete(s)) return [];
    const found = [];
    for (const die of new Set(dice)) {
      for (let from = 25; from > 0; from--) {
        const step = single(s, from, die);
        if (step && leads(after(s, step), without(dice, die))) found.push(step);
      }
    }
    return found;
  }

  // ways is every place that the checker on a point can get to, with the steps
  // that lead there. Where the way matters it must be walked step by step.
  function ways(from) {
    const found = new Map();
    const go = (at, s, dice, path) => {
      for (const step of stepsFrom(s, dice).filter((x) => x.from === at)) {
        const next = after(s, step);
        const steps = [...path, step];
        const known = found.get(step.to);
        if (!known) found.set(step.to, { steps, result: key(next) });
        else if (known.steps.length > 1 && known.result !== key(next)) known.unclear = true;
        if (step.to > 0) go(step.to, next, without(dice, step.die), steps);
      }
    };
    // Single steps first: a die that goes there at once is meant.
    for (const step of stepsFrom(state, left()).filter((x) => x.from === from)) {
      const known = found.get(step.to);
      if (!known || step.from - step.to === step.die) {
        found.set(step.to, { steps: [step], result: key(after(state, step)) });
      }
    }
    go(from, state, left(), []);
    for (const [to, way] of found) if (way.unclear) found.delete(to);
    return found;
  }

  function play(step, tapped = false) {
    const i = order.findIndex((die) => faces[die] === step.die);
    steps.push({ ...step, tapped, before: { state, order } });
    state = after(state, step);
    order = order.toSpliced(i, 1);
    chosen = null;
  }

  function undo() {
    const step = steps.pop();
    if (step) ({ state, order } = step.before);
    chosen = null;
    hint = "";
    show();
  }

  const canSwap = () => order.length === 2 && faces[order[0]] !== faces[order[1]];
  function swap() {
    if (!canSwap()) return;
    order = order.toReversed();
    hint = "";
    show();
  }

  // tap is a press on a cell, whatever it means now.
  function tap(cell) {
    if (!plays.length) return;
    const n = ownNumber(cell);
    hint = "";
    if (n === null) return;
    if (chosen !== null) {
      const way = ways(chosen).get(n);
      if (way) way.steps.forEach((step) => play(step));
      else if (n === chosen) chosen = null;
      else if (state.own[n]) choose(n);
      else hint = cannotGo(chosen);
    } else if (n === 0) {
      const step = bearOff();
      if (step) play(step, true);
    } else if (stepsFrom(state, left()).some((step) => step.from === n)) {
      choose(n);
    } else if (!otherWay(n)) {
      hint = whyNot(n);
    }
    show();
  }

  function choose(n) {
    const step = stepsFrom(state, left()).find((x) => x.from === n);
    if (!step) hint = whyNot(n);
    else if (tapPlays) play(step, true);
    else chosen = n;
  }

  const bearOff = () => stepsFrom(state, left()).find((step) => step.to === 0);

  // otherWay serves those who tap the source and then the target: the tap on
  // the source has moved the checker already, so the step is taken back and
  // made by the die that was meant.
  function otherWay(n) {
    const step = steps.at(-1);
    if (!step?.tapped || state.own[n]) return false;
    ({ state, order } = step.before);
    const way = ways(step.from).get(n);
    if (!way) {
      state = after(state, step);
      order = order.toSpliced(order.findIndex((die) => faces[die] === step.die), 1);
      return false;
    }
    steps.pop();
    way.steps.forEach((each) => play(each));
    return true;
  }

  const listed = (some) => [...new Set(some)].slice(0, atMost).join(", ");
  const cannotGo = (from) => word("board.cannot-go", { moves: listed([...ways(from).keys()].map((to) => stepName({ from, to }))) });

  function whyNot(n) {
    if (!n || complete()) return "";
    if (!state.own[n]) return word("board.none-there", { moves: listed(stepsFrom(state, left()).map(stepName)) });
    if (n !== 25 && state.own[25]) return word("board.bar-first");
    if (left().some((die) => single(state, n, die))) return word("board.whole-throw");
    return word("board.no-step");
  }

  // show draws the position that the steps so far have led to. What lies under
  // other checkers is drawn first.
  function show() {
    pieces.replaceChildren();
    for (const under of [true, false]) {
      stack(state.own, mine, (n) => n, (n) => lies(mine, n) === under);
      stack(state.foe, 1 - mine, (n) => (n > 0 && n < 25 ? across(n) : null), (n) => lies(1 - mine, n) === under);
    }

    hints.replaceChildren();
    const from = plays.length ? new Set(stepsFrom(state, left()).map((step) => step.from)) : new Set();
    const targets = chosen === null ? new Map() : ways(chosen);
    for (const to of targets.keys()) hintAt(to, "target");

    for (const cell of cells) {
      const n = ownNumber(cell);
      cell.classList.toggle("movable", n !== null && from.has(n));
      cell.classList.toggle("chosen", n !== null && n === chosen);
      cell.setAttribute("aria-label", nameOf(cell, n, targets));
    }
    diceDrawn.forEach((die, i) => {
      const played = !order.includes(i);
      die.classList.toggle("played", played && steps.length > 0);
      die.classList.toggle("next", plays.length > 0 && order[0] === i && order.length > 1 && faces[order[0]] !== faces[order.at(-1)]);
    });
    if (plays.length) {
      layDice();
      countPips();
    }
    begun(figure, steps.length > 0 || chosen !== null);
    if (list) list.hidden = plays.length > 1 || steps.length > 0;
    tell();
  }

  // The next die lies first.
  const lying = diceDrawn.map((die) => die.getAttribute("transform"));
  function layDice() {
    const rest = faces.map((_, i) => i).filter((i) => !order.includes(i));
    [...rest, ...order].forEach((die, i) => diceDrawn[die].setAttribute("transform", lying[i]));
  }

  function countPips() {
    const count = (points) => points.reduce((sum, checkers, n) => sum + checkers * n, 0);
    for (const text of svg.querySelectorAll("[data-pips]")) {
      text.textContent = count(text.dataset.pips === mover ? state.own : state.foe);
    }
  }

  // lies says whether a side's checker on a point is under one of the other's.
  function lies(side, n) {
    if (n < 1 || n > 24) return false;
    if (side === mine) return pinned.includes(n);
    return state.foe[n] > 0 && state.own[across(n)] > 0 && !pinned.includes(across(n));
  }

  // placeOf is where the i-th of count checkers stands in a cell, all of them
  // moved up by so much.
  function placeOf(cell, n, i, count, up = 0) {
    const { x, y, dir } = cell.dataset;
    let room = Number(svg.dataset.reach) - 2 * radius - 4 - up;
    if (n === 25) room -= 52;
    const apart = n === 0 ? Number(svg.dataset.slab) + 1 : Math.min(2 * radius, room / Math.max(count - 1, 1));
    return [Number(x), Number(y) + dir * (i * apart + up)];
  }

  // stack draws a side's checkers on the points that are asked for. On top of
  // another's checker they are moved up.
  function stack(points, side, toCell, wanted) {
    points.forEach((count, n) => {
      if (!count || !wanted(n)) return;
      const cell = cellOf.get(toCell(n)) ?? svg.querySelector(`[data-${n ? "bar" : "off"}=${sides[side]}]`);
      const others = side === mine ? state.foe : state.own;
      const up = n > 0 && n < 25 && others[across(n)] && !lies(side, n) ? onTop : 0;
      for (let i = 0; i < count; i++) {
        const [x, y] = placeOf(cell, n, i, count, up);
        if (n === 0) {
          const high = Number(svg.dataset.slab);
          pieces.append(draw("rect", { class: `slab ${sides[side]}`, x: x - 16, y: y - high / 2, width: 32, height: high, rx: 2.5 }));
          continue;
        }
        const checker = draw("g", { class: `checker ${sides[side]}` },
          draw("circle", { class: "face", r: radius }), draw("circle", { class: "rim", r: 13.4 }));
        if (i === count - 1 && (count > 5 || (n === 25 && count > 1))) checker.append(draw("text", { y: 5.5 }, String(count)));
        if (side === mine) checker.dataset.from = n;
        place(checker, x, y);
        pieces.append(checker);
      }
    });
  }

  function hintAt(n, kind) {
    const cell = cellOf.get(n);
    const count = state.own[n];
    const [x, y] = placeOf(cell, n, Math.min(count, n ? 5 : 15), Math.max(count + 1, 1));
    hints.append(n === 0
      ? draw("rect", { class: kind, x: cell.getAttribute("x"), y: cell.getAttribute("y"), width: cell.getAttribute("width"), height: cell.getAttribute("height") })
      : draw("circle", { class: kind, cx: x, cy: y, r: 10 }));
  }

  function nameOf(cell, n, targets) {
    const { point, bar: atBar, off } = cell.dataset;
    const some = (count, side) => word("board.checkers", { count, side: board.names[side] });
    if (off) {
      const side = sides.indexOf(off);
      const step = side === mine && plays.length ? (chosen === null ? bearOff() : targets.has(0) && { from: chosen }) : null;
      const count = (side === mine ? state.own : state.foe)[0];
      return [word("board.off", { side: board.names[side], count }),
        ...(step ? [word("board.bear-off", { point: spotName(step.from) })] : [])].join(", ");
    }
    const parts = [];
    if (atBar) {
      const side = sides.indexOf(atBar);
      parts.push(word("board.bar"), some((side === mine ? state.own : state.foe)[25], side));
    } else {
      const there = [[state.own[n], mine], [state.foe[across(n)], 1 - mine]].filter(([count]) => count).map((each) => some(...each));
      if (lies(mine, n)) there.reverse();
      parts.push(word("board.point", { point: n }),
        there.length > 1 ? word("board.on-top", { upper: there[0], lower: there[1] }) : there[0] ?? word("board.empty"));
    }
    if (n !== null && n === chosen) parts.push(word("board.chosen"));
    if (n !== null && targets.has(n)) parts.push(word("board.target"));
    return parts.join(", ");
  }

  function tell() {
    if (!plays.length) return;
    const buttons = [];
    const so = steps.map(stepName).join(" ");
    let text;
    if (complete()) {
      const play = finals.get(key(state));
      text = word("board.complete", { move: play });
      buttons.push([word("board.confirm", { move: play }), () => send(play), { main: true }]);
    } else {
      const dice = left();
      text = steps.length
        ? word("board.so-far", { steps: so, die: dice[0] })
        : word("board.throw", { dice: faces.slice(0, 2).join("-"), die: dice[0] });
    }
    if (chosen !== null) text = word("board.now-target");
    if (steps.length) buttons.push([word("board.undo"), undo]);
    if (!complete() && canSwap()) buttons.push([word("board.swap"), swap]);
    if (!complete()) {
      buttons.push([word("board.tap"), () => {
        tapPlays = !tapPlays;
        localStorage.setItem("tap-plays", tapPlays ? "yes" : "no");
        chosen = null;
        show();
      }, { pressed: tapPlays }]);
    }
    write(hint || text, ...buttons);
  }

  // beside walks along the two rows of points; the bar lies between the halves
  // and the trays at the right.
  function beside(cell, dx, dy) {
    const middle = (c) => [Number(c.getAttribute("x")) + c.getAttribute("width") / 2, Number(c.getAttribute("y")) + c.getAttribute("height") / 2];
    const [x, y] = middle(cell);
    let best = null;
    for (const other of cells) {
      const [ox, oy] = middle(other);
      const ahead = dx ? dx * (ox - x) : dy * (oy - y);
      const aside = dx ? Math.abs(oy - y) : Math.abs(ox - x);
      if (ahead < 1 || aside > (dx ? 60 : 5)) continue;
      if (!best || ahead < best.ahead) best = { ahead, other };
    }
    return best?.other;
  }

  svg.setAttribute("role", "group");
  for (const cell of cells) cell.setAttribute("role", "button");
  walk(svg, cells, {
    next: beside,
    act: tap,
    back() {
      if (chosen === null) undo();
      else {
        chosen = null;
        show();
      }
    },
  });

  if (plays.length) {
    svg.classList.add("live");
    let held = null;
    press(svg, (element) => element?.closest?.(".hit") ?? null, {
      lift(cell) {
        const n = ownNumber(cell);
        if (!n || !ways(n).size) return false;
        hint = "";
        chosen = n;
        show();
        held = [...pieces.querySelectorAll(`[data-from="${n}"]`)].at(-1);
        pieces.append(held);
        return true;
      },
      drag: (x, y) => place(held, x, y),
      drop(_, cell) {
        const to = cell && ownNumber(cell);
        const way = cell && ways(chosen).get(to);
        if (way) way.steps.forEach((step) => play(step));
        else if (cell && to !== chosen) hint = cannotGo(chosen);
        chosen = null;
        show();
      },
      tap,
      miss(cell) {
        hint = whyNot(ownNumber(cell));
        show();
      },
    });
    svg.querySelector(".dice").addEventListener("click", swap);
  }
  show();
}
