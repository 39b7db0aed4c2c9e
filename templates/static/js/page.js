// Fetching pages and putting their <main> in the place of this one's, so that
// the scripts show nothing but what the server said.

import { renew } from "./session.js";
import { word } from "./words.js";

const html = { Accept: "text/html" };
const patience = 20_000; // how long a request may take

let sending = false;
let shown = location.pathname + location.search; // the address of what is on the page

// goBack follows the browser's buttons, which also tell of jumps within a page.
export function goBack() {
  if (location.pathname + location.search !== shown) visit(location.href, false);
}

// isSending says that an act is on its way: nothing may be changed meanwhile.
export const isSending = () => sending;

// status tells a screen reader, and everybody for a moment, what goes on.
export function status(text) {
  let line = document.getElementById("page-status");
  if (!line) {
    line = document.createElement("p");
    line.id = "page-status";
    line.setAttribute("role", "status");
    document.body.append(line);
  }
  line.textContent = text;
}

// read fetches a page. It rejects where there is no connection and on a
// server's failure.
export async function read(address) {
  const answer = await fetch(address, { headers: html, cache: "no-store", signal: AbortSignal.timeout(patience) });
  if (answer.status >= 500) throw new Error(String(answer.status));
  return { answer, page: parse(await answer.text()) };
}

const parse = (text) => new DOMParser().parseFromString(text, "text/html");

let counted = 0; // when the count of waiting games that is shown was taken

// showCount puts the count of waiting games in the head in place, unless the
// page is older than the one that is shown.
export function showCount(page) {
  const at = Number(page.querySelector("main")?.dataset.now);
  const fresh = page.querySelector(".site-user .waiting");
  if (!fresh || !(at >= counted)) return;
  counted = at;
  document.querySelector(".site-user .waiting")?.replaceWith(document.importNode(fresh, true));
}

// show puts the page's <main> in place and keeps what the reader was at: the
// focus and the folds that he opened. Once he has acted, the folds that asked
// for it are closed.
export function show(page, acted = false) {
  const old = document.querySelector("main");
  const main = page.querySelector("main");
  if (!main) return false;
  showCount(page);
  const focus = place(document.activeElement, old);
  const open = new Set([...old.querySelectorAll("details[open] > summary")].map((s) => s.textContent));
  old.replaceWith(document.adoptNode(main));
  document.title = page.title;
  for (const summary of main.querySelectorAll(`details${acted ? ":not([data-once])" : ""} > summary`)) {
    if (open.has(summary.textContent)) summary.parentElement.open = true;
  }
  document.dispatchEvent(new Event("page:shown"));
  if (focus) {
    const again = main.querySelector(focus) ?? main;
    if (again === main) main.tabIndex = -1;
    again.focus({ preventScroll: true });
  }
  return true;
}

// place is a selector that finds the element again in the next page, or null
// if the focus is elsewhere.
function place(element, main) {
  if (!element || element === document.body || !main?.contains(element)) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const name of ["square", "point", "bar", "off"]) {
    const value = element.dataset[name];
    if (value) return `[data-${name}="${CSS.escape(value)}"]`;
  }
  if (element.rel) return `a[rel="${CSS.escape(element.rel)}"]`;
  return element.closest(".board-bar") ? `.board [tabindex="0"]` : "main";
}

let ahead = null; // a page that will probably be asked for next
let visits = 0;

// fetchAhead reads a page before it is asked for.
export function fetchAhead(address) {
  ahead = address ? { address, pending: read(address) } : null;
  ahead?.pending.catch(() => {}); // whoever asks for it hears of it
}

// visit goes to a page of the same kind without loading everything again. Of
// several visits that are under way the last one counts.
export async function visit(address, remember = true) {
  const number = ++visits;
  try {
    const { answer, page } = await (ahead?.address === address ? ahead.pending : read(address));
    if (number !== visits) return;
    if (!show(page)) throw new Error("no <main>");
    if (remember) history.pushState(null, "", answer.url);
    shown = location.pathname + location.search;
  } catch {
    location.assign(address);
  }
}

let waiting = 0; // steps that were asked for and not made yet
let steps = Promise.resolve();

// follow goes where a link of the page leads, which may be the page that an
// earlier step has yet to bring. A key that is held down makes a step at a time.
export function follow(rel, held) {
  if (held && waiting) return;
  waiting++;
  steps = steps.then(() => {
    const link = document.querySelector(`main a[rel=${rel}]`);
    return link && visit(link.href);
  }).finally(() => { waiting--; });
}

// post sends a form's act once, with the given values in place of the form's,
// and shows the answer. While it is on its way the page takes no input. If no
// answer comes, nobody knows whether the act arrived, so the page is read
// again before anything else can be done.
export async function post(form, values = {}, submitter = null) {
  if (sending) return;
  sending = true;
  const body = new URLSearchParams(new FormData(form, submitter));
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  const main = document.querySelector("main");
  const focused = document.activeElement;
  status(word("board.sending"));
  main.inert = true;
  try {
    await renew();
    const answer = await fetch(form.action, {
      method: "POST", body, headers: html, signal: AbortSignal.timeout(patience),
    });
    if (answer.status >= 500) throw new Error(String(answer.status));
    await showAnswer(answer, main, focused);
    status("");
  } catch {
    await readAgain();
  } finally {
    sending = false;
    document.dispatchEvent(new Event("page:idle"));
  }
}

async function showAnswer(answer, main, focused) {
  const here = new URL(location.href);
  const there = new URL(answer.url);
  if (answer.redirected && there.pathname !== here.pathname) {
    location.assign(answer.url);
    return;
  }
  let page = parse(await answer.text());
  if (answer.redirected && there.searchParams.has("node")) { // the move that was added
    history.pushState(null, "", there);
    shown = there.pathname + there.search;
  } else if (answer.redirected) {
    here.searchParams.delete("ply");
    if (here.search !== there.search) ({ page } = await read(here)); // still the other way round
    history.replaceState(null, "", here);
    shown = here.pathname + here.search;
  }
  main.inert = false;
  focused?.focus({ preventScroll: true });
  if (!show(page, true)) location.reload();
}

// readAgain tries until the page could be read.
async function readAgain() {
  status(word("board.offline"));
  for (let wait = 1000; ; wait = Math.min(2 * wait, 15_000)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      const { page } = await read(location.href);
      if (!show(page)) location.reload();
      status("");
      return;
    } catch {
      // still no connection
    }
  }
}
