// How one checker moves by one die, in every game of the family. What follows
// from the whole play (both dice, the head, primes) is not here: the server
// lists the legal plays, and a step counts only if one of them comes of it.
//
// A position is two lists of 26 numbers, own and foe, each as its owner counts
// the points: 25 is the bar, 0 is off.

const opposite = (n) => 25 - n;
const halfRound = (n) => ((n + 11) % 24) + 1;

// bearsOff says whether a die takes a checker off its point.
function bearsOff(own, from, die) {
  const highest = own.findLastIndex((count) => count > 0);
  return highest <= 6 && (from === die || (from < die && from === highest));
}

// In backgammon a checker on the bar enters first, and two close a point.
function hitting({ own, foe }, from, die) {
  if (from !== 25 && own[25]) return false;
  return from > die ? foe[25 - (from - die)] < 2 : bearsOff(own, from, die);
}

// In plakoto a checker lies under a single one of the other side and cannot
// move; nor can its owner bear off, or go where it lies.
function pinning({ own, foe }, from, die, { pinned }) {
  if (pinned.includes(from)) return false;
  if (from <= die) return !pinned.length && bearsOff(own, from, die);
  return foe[25 - (from - die)] < 2 && !pinned.includes(from - die);
}

// Where both sides move the same way round, one checker closes a point.
function parallel({ own, foe }, from, die) {
  return from > die ? foe[halfRound(from - die)] === 0 : bearsOff(own, from, die);
}

// In acey-deucey only checkers that were hit enter before others move, and a
// checker is borne off with its own number alone.
function entering({ own, foe }, from, die, { hit, waiting }) {
  if (from !== 25 && hit > waiting - own[25]) return false;
  return from > die ? foe[25 - (from - die)] < 2 : from === die && bearsOff(own, from, die);
}

const movements = {
  "acey-deucey": { across: opposite, may: entering, hits: true },
  plakoto: { across: opposite, may: pinning },
  fevga: { across: halfRound, may: parallel },
  narde: { across: halfRound, may: parallel },
  gulbara: { across: halfRound, may: parallel },
};
const usual = { across: opposite, may: hitting, hits: true };

// movementOf is how a variant's checkers move, for a side that began its turn
// with checkers pinned on some points and others waiting to enter, of which
// some were hit: across is the other side's number of a point, step one
// checker's move by one die or null, after the position it leads to.
export function movementOf(variant, began) {
  const { across, may, hits } = movements[variant] ?? usual;
  return {
    across,
    step(state, from, die) {
      if (!state.own[from] || !may(state, from, die, began)) return null;
      const to = Math.max(from - die, 0);
      return { from, to, die, hit: Boolean(hits && to && state.foe[across(to)]) };
    },
    after({ own, foe }, { from, to }) {
      own = own.slice();
      own[from]--;
      own[to]++;
      if (hits && to && foe[across(to)]) {
        foe = foe.slice();
        foe[across(to)]--;
        foe[25]++;
      }
      return { own, foe };
    },
  };
}
