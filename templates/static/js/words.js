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

// word is the text for a key with its placeholders filled in.
export function word(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// language is the page's, for Intl.
export const language = () => document.documentElement.lang || undefined;
