// Moments in the reader's zone, and clocks that count down by the server's
// time: the device's own clock may be wrong.

import { language } from "./words.js";

let ahead = 0; // server's time minus the device's, in milliseconds

// readTime starts counting from the page that was just received.
export function readTime(received = Date.now()) {
  const now = Number(document.querySelector("main")?.dataset.now);
  if (now) ahead = now - received;
  localise();
  tick();
}

const serverNow = () => Date.now() + ahead;

// locale writes dates as the server does, the day before the month.
const locale = () => (language() === "en" ? "en-GB" : language());

function localise() {
  const full = new Intl.DateTimeFormat(locale(), { dateStyle: "full", timeStyle: "long" });
  const formats = {
    moment: new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }),
    day: new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }),
  };
  for (const time of document.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    const format = formats[time.dataset.format];
    if (isNaN(at) || !format) continue;
    time.textContent = format.format(at);
    time.title = full.format(at);
  }
}

const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

// duration writes milliseconds in their two largest units, rounded down, as
// the server does.
export function duration(milliseconds) {
  let seconds = Math.floor(Math.max(milliseconds, 0) / 1000);
  let first = units.findIndex(([, size]) => seconds >= size);
  if (first < 0) first = units.length - 1;
  const parts = [];
  for (const [unit, size] of units.slice(first, first + 2)) {
    const n = Math.floor(seconds / size);
    seconds -= n * size;
    if (n > 0 || unit === units[first][0]) {
      parts.push(new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(n));
    }
  }
  return parts.join(" ");
}

let expired = null; // the <main> whose clock has run out already
let turned = null; // the <main> during which a leave has begun or ended

// leaveOf are the beginning and the end of the leave for which a clock stands.
const leaveOf = (clock) => (clock.dataset.leave ?? "0 0").split(" ").map(Number);

// passed is how much of a clock's time has gone from one moment to another.
function passed(clock, then, now) {
  const [from, to] = leaveOf(clock);
  return now - then - Math.max(0, Math.min(to, now) - Math.max(from, then));
}

// tick brings the running clocks up to date. When one reaches zero, or stops or
// goes on because of a leave, it says so once: the server decides what that means.
function tick() {
  const main = document.querySelector("main");
  const then = Number(main?.dataset.now);
  const now = serverNow();
  const since = (moment) => then < moment && moment <= now;
  if (turned !== main && [...main?.querySelectorAll(".clock[data-leave]") ?? []].some((clock) => leaveOf(clock).some(since))) {
    turned = main;
    document.dispatchEvent(new Event("clock:leave"));
  }
  for (const clock of main?.querySelectorAll(".clock[data-running]") ?? []) {
    const left = Number(clock.dataset.remaining) - passed(clock, then, now);
    const text = duration(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("low", left < 3600_000);
    if (left <= 0 && expired !== main) {
      expired = main;
      document.dispatchEvent(new Event("clock:zero"));
    }
  }
}

setInterval(tick, 1000);
