// The reader's share in the dice: random bytes that no server had a hand in,
// drawn anew for every act.

const bytes = 16;

// drawShares fills every empty field for a share.
function drawShares() {
  for (const field of document.querySelectorAll('main input[name="share"]')) {
    if (field.value) continue;
    const drawn = crypto.getRandomValues(new Uint8Array(bytes));
    field.value = Array.from(drawn, (b) => b.toString(16).padStart(2, "0")).join("");
    field.defaultValue = field.value; // nobody has entered it
  }
}

// watchShares does so on every page that is shown.
export function watchShares() {
  document.addEventListener("page:shown", drawShares);
  drawShares();
}
