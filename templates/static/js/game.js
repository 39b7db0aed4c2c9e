// The game page: boards to play on, acts sent once, earlier positions.

import { backgammon } from "./backgammon.js";
import { draughts } from "./draughts.js";
import { editor } from "./editor.js";
import { follow, goBack, post, visit } from "./page.js";

const families = { backgammon, draughts };

// mountBoards makes the boards of the page ready for mouse, touch and keys.
export function mountBoards() {
  for (const figure of document.querySelectorAll("figure[data-board]")) {
    const board = JSON.parse(figure.dataset.board);
    if (figure.closest("[data-editor]")) editor(figure, board);
    else families[board.family]?.(figure, board, send);
  }
}

// send posts one act with the page's own form, so that everything else the
// form says goes along.
function send(act) {
  const form = document.getElementById("act-form");
  if (form) post(form, { act });
}

// showMove puts the present move into the middle of its list.
function showMove() {
  for (const list of document.querySelectorAll(".game .move-list")) {
    const here = list.querySelector("[aria-current]")?.getBoundingClientRect();
    if (here) list.scrollTop += here.top - list.getBoundingClientRect().top - (list.clientHeight - here.height) / 2;
  }
}

// watchGame sends every act by script and follows links between positions.
export function watchGame() {
  document.addEventListener("page:shown", showMove);
  showMove();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || !/^\/games\/\d+\/acts$/.test(new URL(form.action).pathname)) return;
    event.preventDefault();
    post(form, {}, event.submitter);
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.("main a[rel], main a.flip");
    if (!link || !link.matches("[rel=prev], [rel=next], [rel=first], [rel=last], .flip")) return;
    event.preventDefault();
    visit(link.href);
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.("input, select, textarea, dialog, [contenteditable], [role=grid], [role=group]")) return;
    const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    const link = rel && document.querySelector(`main a[rel=${rel}]`);
    if (!link) return;
    event.preventDefault();
    follow(rel, event.repeat);
  });
  addEventListener("popstate", goBack);
}
