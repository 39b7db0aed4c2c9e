// The page's words. The server puts them, translated, into data-words
// attributes; placeholders stand in braces.

let words = {};

// readWords collects the words of everything that is on the page now.
export function readWords() {
  words = {};
  for (const holder of document.querySelectorAll("[data-words]")) {
    Object.assign(words, JSON.parse(holder.dataset.words));
  }
}

// word is the text for a key with its placeholders filled in. Among words that
// are written from right to left, moves and numbers keep their own direction.
export function word(key, values = {}) {
  const [open, close] = document.documentElement.dir === "rtl" ? ["\u2066", "\u2069"] : ["", ""];
  return (words[key] ?? key).replace(/\{(\w+)\}/g,
    (whole, name) => (name in values ? open + values[name] + close : whole));
}

// language is the page's, for Intl.
export const language = () => document.documentElement.lang || undefined;
