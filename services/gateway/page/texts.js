// What the page says itself, in the reader's language. Rules, refusals and endings come from the
// service, in the same language.

export const LANGUAGES = { en: 'English', da: 'Dansk', nb: 'Norsk', de: 'Deutsch' };

const KEPT = 'moelle.language';
let texts = {};

/** The language of the page: the one that was chosen here, or else the one of the document. */
export const language = [kept(), document.documentElement.lang].find((tag) => tag in LANGUAGES) ?? 'en';

const isChosen = language !== document.documentElement.lang;

/**
 * The options of a request in the language of the page. Where the browser asks in the same one by
 * itself nothing is said, so that what the document has asked for already is taken. Browsers take it
 * whatever the headers say, but not for a request without credentials.
 */
export function inLanguage(options) {
  if (!isChosen) return options;
  return { ...options, credentials: 'omit', headers: { 'accept-language': language, ...options.headers } };
}

/** Loads the texts. */
export async function loadTexts() {
  document.documentElement.lang = language;
  const answer = await fetch(new URL(`texts/${language}.json`, import.meta.url));
  texts = await answer.json();
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
