// The entry of every page's scripts.

import { mountBoards, watchGame } from "./game.js";
import { watchChoices } from "./choices.js";
import { watchPage } from "./live.js";
import { watchSession } from "./session.js";
import { watchShares } from "./share.js";
import { watchStudy } from "./study.js";
import { readTime } from "./time.js";
import { readWords } from "./words.js";

const ready = () => {
  readWords();
  readTime();
  mountBoards();
};

const loaded = performance.getEntriesByType("navigation")[0]?.responseStart;
ready();
if (loaded) readTime(performance.timeOrigin + loaded); // when the page came, not when it was ready

document.addEventListener("page:shown", ready);
document.addEventListener("change", (event) => {
  if (event.target.name === "theme") document.documentElement.dataset.theme = event.target.value;
});

watchSession();
watchChoices();
watchShares();
watchGame();
watchStudy();
watchPage();
