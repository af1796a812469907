// What the page says itself, in the reader's language. Rules, refusals and endings come from the
// service, in the same language.

export const LANGUAGES = { en: 'English', da: 'Dansk', nb: 'Norsk', de: 'Deutsch' };

const KEPT = 'moelle.language';
let texts = {};

/** The language of the page: the one that was chosen here, or else the one of the document. */
export let language = document.documentElement.lang;

/** Loads the texts. `base` is the folder of the page's files. */
export async function loadTexts(base) {
  const chosen = kept();
  if (chosen in LANGUAGES) language = chosen;
  if (!(language in LANGUAGES)) language = 'en';
  document.documentElement.lang = language;
  texts = await (await fetch(`${base}/texts/${language}.json`)).json();
}

/** Chooses another language and shows the page in it. */
export function choose(other) {
  try {
    localStorage.setItem(KEPT, other);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  location.reload();
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** A text, its places filled. */
export function t(key, places = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => places[name] ?? whole);
}

/** A side's name for people, or that of the player who holds its seat. */
export function sideName(side, seats) {
  return seats?.[side]?.name ?? t(side);
}
