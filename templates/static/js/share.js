// The reader's share in the dice: random bytes that no server had a hand in,
// drawn anew for every act. An act that is tried again goes with the same
// share, else a server could refuse it until the dice suit it.

const bytes = 16;

// drawn is the share of a form: for one ply it is drawn once.
function drawn(form) {
  const key = `share ${form.action} ${form.elements.ply?.value ?? ""}`;
  let share = sessionStorage.getItem(key);
  if (!share) {
    const random = crypto.getRandomValues(new Uint8Array(bytes));
    share = Array.from(random, (b) => b.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem(key, share);
  }
  return share;
}

// drawShares fills every empty field for a share.
function drawShares() {
  for (const field of document.querySelectorAll('main input[name="share"]')) {
    if (field.value) continue;
    field.value = drawn(field.form);
    field.defaultValue = field.value; // nobody has entered it
  }
}

// watchShares does so on every page that is shown.
export function watchShares() {
  document.addEventListener("page:shown", drawShares);
  drawShares();
}
