// The check of a proof of dice, "crownpost-dice/1", by this file alone: over plain http the browser's cryptography is missing.
const bytes = (text) => [...new TextEncoder().encode(text)];
const unhex = (text) => (text.match(/../g) ?? []).map((two) => parseInt(two, 16));
const hex = (list) => list.map((byte) => byte.toString(16).padStart(2, "0")).join("");
const number = (n, size) => (size ? [...number(Math.floor(n / 256), size - 1), n % 256] : []); // high byte first
const counted = (list) => [...number(list.length, 2), ...list];
// SHA-256 (FIPS 180-4), whose constants are bits of the roots of primes, and HMAC (FIPS 198-1).
const primes = [...Array(312).keys()].filter((n) => n > 1 && [...Array(n).keys()].every((d) => d < 2 || n % d));
const [start, constants] = [Math.sqrt, Math.cbrt].map((root) => primes.map((p) => ((root(p) % 1) * 2 ** 32) | 0));
const turn = (x, n) => (x >>> n) | (x << (32 - n));
export function sha256(message) {
  const text = [...message, 128, ...Array((119 - (message.length % 64)) % 64).fill(0), ...number(message.length * 8, 8)];
  let state = start.slice(0, 8);
  for (let at = 0; at < text.length; at += 64) {
    let [a, b, c, d, e, f, g, h, w] = [...state, []];
    for (let i = 0, j = at; i < 64; i++, j += 4) {
      if (i < 16) w[i] = (text[j] << 24) | (text[j + 1] << 16) | (text[j + 2] << 8) | text[j + 3];
      else w[i] = (w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3)) + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10))) | 0;
      const t = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const u = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g; g = f; f = e; e = (d + t) | 0; d = c; c = b; b = a; a = (t + u) | 0;
    }
    state = [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]) | 0);
  }
  return state.flatMap((x) => number(x >>> 0, 4));
}
export const hmac = (key, message) => [0x36, 0x5c].reduce((text, x) => sha256([...Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ x), ...text]), message);
// throwOf is the two dice of a roll, and at an opening throw two more as long as they are equal.
export function throwOf(match, { game, i, opening, opponent, roller, link }) {
  const key = hmac(unhex(link), [...bytes("crownpost-dice/1\0"), ...counted(bytes(match)), ...number(game, 4), ...number(i, 4),
    ...[unhex(opponent.share), unhex(roller.share), []].flatMap(counted)]);
  const dice = [0, 1].slice(0, opening ? 2 : 1).flatMap((n) => hmac(key, number(n, 4))).filter((byte) => byte < 252).map((byte) => (byte % 6) + 1);
  return dice.slice(0, 1 + dice.findIndex((die, at) => at % 2 === 1 && !(opening && die === dice[at - 1])));
}
const hashed = (tag, secret) => hex(sha256([...bytes(`${tag}\0`), ...unhex(secret)]));
// lastLink is the seed of the n-th chain (from 0) of the match at a place of an event; commits says that a chain was committed to from there.
const lastLink = ({ seed, round, board }, n) => hmac(unhex(seed), [...bytes("crownpost-event/1\0"), ...number(round, 4), ...number(board, 4), ...(n ? number(n + 1, 4) : [])]);
const commits = (last, { commitment, length }) => length === 4096 && commitment === Array(4096).fill("crownpost-chain/1").reduce((link, tag) => hashed(tag, link), hex(last));
// verify returns the number of rolls, or the first thing that is wrong.
export function verify({ format, match, event, chains, rolls }) {
  let [game, previous, next, seen] = [0, "", 1, new Set()];
  const inOrder = chains.every((c) => c.firstRoll === next && c.length > 0 && (next += c.length) && !seen.has(c.commitment) && seen.add(c.commitment));
  if (format !== "crownpost-dice/1" || !inOrder) return { wrong: inOrder ? "format" : "chain" };
  if (event?.seed && !(hashed("crownpost-event/1", event.seed) === event.commitment && chains.every((c, n) => commits(lastLink(event, n), c)))) return { wrong: "event" };
  for (const [at, roll] of rolls.entries()) {
    const [i, shares, dice] = [at + 1, [roll.opponent, roll.roller], throwOf(match, roll)];
    const chain = chains.find((c) => c.firstRoll <= i && i < c.firstRoll + c.length);
    const faults = {
      number: roll.i !== i, game: !(roll.game >= Math.max(game, 1)), "no-chain": !chain,
      link: hashed("crownpost-chain/1", roll.link) !== (chain?.firstRoll === i ? chain.commitment : previous),
      share: !shares.every(({ share, from }) => (from === "none" ? share === "" : /^(player|server)$/.test(from) && /^([0-9a-f]{2}){16,64}$/.test(share))),
      reused: shares.some(({ share }) => share && (seen.has(share) || !seen.add(share))),
      opening: roll.opening && roll.game === game, dice: `${dice}` !== `${roll.dice}`,
    };
    for (const wrong in faults) if (faults[wrong]) return { wrong, roll: i, dice: roll.dice, right: dice };
    [game, previous] = [roll.game, roll.link];
  }
  return { rolls: rolls.length };
}
