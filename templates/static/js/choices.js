// Forms of which a part depends on what is chosen in them: the choices of a game
// on the game (data-of-variant), what follows from everything on everything
// (data-of-form). The server says it, and that part of the form alone is put in
// place.

import { read } from "./page.js";

let asked = 0;

// hideButtons takes away what only a page without scripts needs.
function hideButtons() {
  for (const line of document.querySelectorAll("main [data-without-script]")) line.hidden = true;
}

// renew asks for the form with everything that is entered in it but the long text,
// and renews some parts of it. Of several requests the last one counts, and the
// form is busy until it is answered.
async function renew(form, parts) {
  const number = ++asked;
  const address = new URL(form.querySelector("[data-without-script] button").formAction);
  const entered = new FormData(form);
  entered.delete("description");
  address.search = new URLSearchParams(entered);
  address.hash = "";
  form.dataset.begun = ""; // what is entered does not show as changed afterwards
  form.ariaBusy = "true";
  try {
    const { answer, page } = await read(address.href);
    if (!answer.ok || number !== asked) return;
    for (const old of form.querySelectorAll(parts)) {
      const fresh = page.getElementById(old.id);
      if (fresh) exchange(old, document.adoptNode(fresh));
    }
    hideButtons();
  } catch {
    for (const line of form.querySelectorAll("[data-without-script]")) line.hidden = false;
  } finally {
    if (number === asked) form.ariaBusy = null;
  }
}

// exchange puts a part of the form in place. What was entered meanwhile, the
// focus and an open fold stay.
function exchange(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  for (const before of old.querySelectorAll("input:not([type=hidden])")) {
    const after = twin(before, fresh);
    if (after && ["checkbox", "radio"].includes(after.type)) after.checked = before.checked;
    else if (after) after.value = before.value;
  }
  if (old.open !== undefined && !fresh.querySelector("[role=status]")) fresh.open = old.open;
  old.replaceWith(fresh);
  if (focused) (twin(focused, fresh) ?? fresh.querySelector("summary, input"))?.focus({ preventScroll: true });
}

// twin is the control of a part that stands for one of another's.
function twin(control, part) {
  if (!control.name) return null;
  const named = [...part.querySelectorAll(`[name="${CSS.escape(control.name)}"]`)];
  return named.find((other) => control.type !== "radio" || other.value === control.value);
}

// watchChoices follows every form with such choices.
export function watchChoices() {
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (event.target.name === "variant" && form?.querySelector("[data-of-variant]")) renew(form, "[data-of-variant], [data-of-form]");
    else if (form?.querySelector("[data-of-form]")) renew(form, "[data-of-form]");
  });
  document.addEventListener("page:shown", hideButtons);
  hideButtons();
}
