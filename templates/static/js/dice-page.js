// The page that checks a proof of dice: what is chosen, pasted, or fetched for
// the game of ?game=. The check itself is in dice.js, which it points to.

import { verify } from "./dice.js";
import { language, readWords, word } from "./words.js";

readWords();
const panel = document.getElementById("proof");
const result = document.getElementById("proof-result");
const text = document.getElementById("proof-text");

const source = document.getElementById("proof-source");
source.href = new URL("dice.js", import.meta.url);
source.hidden = false;

// say tells the result, a paragraph for each sentence; the kind is that of the
// site's messages.
function say(kind, ...sentences) {
  result.className = `flash ${kind}`;
  result.replaceChildren(...sentences.map((sentence) => {
    const line = document.createElement("p");
    line.textContent = sentence;
    return line;
  }));
}

// aboutEvent says what the event of the game is bound to, if it belongs to one.
function aboutEvent(event) {
  if (!event) return [];
  return [word(event.seed ? "dice.event.revealed" : "dice.event.pending", event)];
}

// dashed writes dice as 3-1, or 3-3, 5-2 with the ties of an opening throw.
const dashed = (dice) => dice.join("-").replace(/(\d-\d)-/g, "$1, ");

// compare looks whether a match was played with the dice that are proved.
function compare(acts, rolls) {
  const played = acts.filter(({ act }) => act === "roll");
  const at = rolls.findIndex((roll, i) => played[i] && `${played[i].dice}` !== `${roll.dice}`);
  if (at >= 0) return { wrong: "played", roll: at + 1, dice: played[at].dice, right: rolls[at].dice };
  if (played.length !== rolls.length) return { wrong: "unproved" };
  return { rolls: rolls.length };
}

function check(json) {
  let proof, found;
  try {
    const file = JSON.parse(json);
    proof = file.dice ?? file; // a match holds its proof as "dice"
    found = verify(proof);
    if (!found.wrong && file.dice && file.acts) found = compare(file.acts, proof.rolls);
  } catch (error) {
    say("error", word("dice.unreadable", { reason: error.message }));
    return;
  }
  if (!found.wrong) {
    say("ok", word(`dice.verified.${new Intl.PluralRules(language()).select(found.rolls)}`, { count: found.rolls }),
      ...proof.chains.map((chain) => word("dice.commitment", { roll: chain.firstRoll, commitment: chain.commitment })),
      ...aboutEvent(proof.event));
    return;
  }
  const values = { roll: found.roll, dice: dashed(found.dice ?? []), right: dashed(found.right ?? []) };
  const sentence = word(`dice.wrong.${found.wrong}`, values);
  say("error", found.roll ? `${word("dice.wrong-roll", values)} ${sentence}` : sentence);
}

// checkSoon lets the page say that it is at work first.
function checkSoon(json) {
  say("", word("dice.checking"));
  setTimeout(() => check(json), 20);
}

panel.hidden = false;
panel.querySelector("button").addEventListener("click", () => checkSoon(text.value));
document.getElementById("proof-file").addEventListener("change", async ({ target }) => {
  if (!target.files[0]) return;
  text.value = await target.files[0].text();
  checkSoon(text.value);
});

const address = panel.dataset.proof; // of the game's proof
if (address) {
  say("", word("dice.fetching"));
  try {
    const answer = await fetch(address, { cache: "no-store", headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    text.value = await answer.text();
    checkSoon(text.value);
  } catch (error) {
    say("error", word("dice.not-fetched", { reason: error.message }));
  }
}
