// Clicking through a study: the page of each position is fetched and put in
// place, the next one ahead of time.

import { fetchAhead, visit } from "./page.js";

// settle shows the present move in its list, and fetches the next page.
function settle() {
  const study = document.querySelector("[data-study]");
  if (!study) return;
  for (const list of study.querySelectorAll(".move-list")) {
    const here = list.querySelector("[aria-current]");
    if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  }
  fetchAhead(study.querySelector("a[rel=next]")?.href);
}

// watchStudy follows the links between positions.
export function watchStudy() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.("[data-study] a.move, [data-study] .contents a");
    if (!link) return;
    event.preventDefault();
    visit(link.href);
  });
  document.addEventListener("page:shown", settle);
  settle();
}
