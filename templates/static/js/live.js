// Keeping a page up to date: the server tells a page's version, and where it
// is not the one shown the page is read again. What the reader is in the middle of is never thrown away.

import { isSending, read, show, showCount } from "./page.js";
import { word } from "./words.js";

let source = null;
let reopen = 0;
let reading = false;
let missed = false; // something changed while it could not be shown
let outdated = null; // the <main> that is to be read again although its version stays

const main = () => document.querySelector("main");

// watch opens the event stream of the page that is shown, and closes it while
// nobody looks.
export function watch() {
  const address = document.hidden ? null : main()?.dataset.events;
  const wanted = address ? new URL(address, location.href).href : null;
  if (source && source.url === wanted && source.readyState !== EventSource.CLOSED) return;
  source?.close();
  clearTimeout(reopen);
  source = wanted ? open(wanted) : null;
}

function open(address) {
  const stream = new EventSource(address);
  let opened = false;
  const heard = (event) => {
    const version = Number(event.data);
    if (version !== Number(main()?.dataset.version)) refresh();
  };
  stream.onmessage = heard;
  stream.addEventListener("version", heard);
  stream.onopen = () => {
    if (opened) refresh(); // what was said in between is lost
    opened = true;
  };
  stream.onerror = () => {
    if (stream.readyState !== EventSource.CLOSED) return; // it tries again by itself
    clearTimeout(reopen);
    reopen = setTimeout(() => { watch(); refresh(); }, 15_000 + 15_000 * Math.random());
  };
  return stream;
}

// refresh reads the page again and shows it if it is a newer version.
export async function refresh() {
  if (reading || isSending()) {
    missed = true;
    return;
  }
  reading = true;
  missed = false;
  const before = main();
  try {
    const { answer, page } = await read(location.href);
    const fresh = page.querySelector("main");
    if (!answer.ok || !fresh || main() !== before || isSending()) return;
    showCount(page);
    if (fresh.dataset.version === before.dataset.version && outdated !== before) return;
    if (inUse()) notice();
    else show(page);
  } catch {
    // The stream tells when there is a connection again.
  } finally {
    reading = false;
    if (missed && !isSending()) refresh();
  }
}

// inUse says that the reader has begun something that a new page would undo.
function inUse() {
  if (main().querySelector("dialog[open], [data-begun]")) return true;
  return [...main().querySelectorAll("input, textarea, select")].some((field) => {
    if (field.type === "hidden") return false;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.options) return [...field.options].some((o) => o.selected !== o.defaultSelected) && field.selectedIndex > 0;
    return field.value !== field.defaultValue;
  });
}

// notice offers the new version instead of forcing it upon the reader.
function notice() {
  if (main().querySelector(".page-notice")) return;
  const line = document.createElement("p");
  line.className = "page-notice";
  line.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = word("board.show");
  button.onclick = async () => {
    try {
      const { page } = await read(location.href);
      show(page);
    } catch {
      location.reload();
    }
  };
  main().prepend(line);
  line.append(word("board.changed"), " ", button);
}

// watchPage follows every page that is shown from now on.
export function watchPage() {
  document.addEventListener("visibilitychange", () => {
    watch();
    if (!document.hidden && main()?.dataset.events) refresh();
  });
  document.addEventListener("page:shown", watch);
  document.addEventListener("clock:zero", () => setTimeout(refresh, 2000));
  document.addEventListener("clock:leave", () => setTimeout(() => { outdated = main(); refresh(); }, 1000));
  document.addEventListener("page:idle", () => missed && refresh());
  document.addEventListener("board:idle", () => main().querySelector(".page-notice") && refresh());
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && (watch(), refresh()));
  watch();
}
