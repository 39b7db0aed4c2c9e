// A signed-in page renews its short access token while somebody looks at it.

const every = 8 * 60_000;
const key = "session-renewed";

const signedIn = () => "signedIn" in document.documentElement.dataset;
const due = () => Date.now() - Number(localStorage.getItem(key) ?? 0) >= every;

// renew asks for a new token when the last one is old. Using a refresh token
// twice ends the session, so only one tab may do it: the others see that it
// was done.
export async function renew() {
  if (!signedIn() || !due()) return;
  await alone(async () => {
    if (!due()) return;
    const before = localStorage.getItem(key);
    localStorage.setItem(key, String(Date.now()));
    try {
      await fetch("/session/renew", { method: "POST", headers: { Accept: "application/json" } });
    } catch {
      localStorage.setItem(key, before ?? "0"); // no connection; the next request tries again
    }
  });
}

// alone runs work in one tab at a time; browsers have locks only where the
// page came over https or from this machine.
const alone = (work) => (navigator.locks ? navigator.locks.request(key, work) : work());

// watchSession renews now and then while the page is visible. The token of a
// page that was just loaded may be fresh or nearly spent, so the first visit
// of a browser renews at once.
export function watchSession() {
  setInterval(() => document.hidden || renew(), 60_000);
  document.addEventListener("visibilitychange", () => document.hidden || renew());
  renew();
}
