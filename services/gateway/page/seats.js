// What this browser holds: the tokens of seats, by game, and the player's name. Tokens are sent in a
// header, and stand in no address.

const PREFIX = 'moelle.table.';
const memory = new Map();

function storage() {
  try {
    localStorage.getItem(PREFIX);
    return localStorage;
  } catch {
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => memory.set(key, value),
      removeItem: (key) => memory.delete(key),
    };
  }
}

/** What is kept of a game: `{ tokens: { white, black }, owner, invitations, variant, at }`. */
export function recall(id) {
  try {
    return { tokens: {}, invitations: [], ...JSON.parse(storage().getItem(PREFIX + id)) };
  } catch {
    return { tokens: {}, invitations: [] };
  }
}

/** Keeps something more of a game. */
export function remember(id, more) {
  const kept = { ...recall(id), ...more, at: Date.now() };
  try {
    storage().setItem(PREFIX + id, JSON.stringify(kept));
  } catch {
    memory.set(PREFIX + id, JSON.stringify(kept));
  }
  return kept;
}

/** A token that shows who this browser is in a game: of a seat, or else the owner's. */
export const anyToken = ({ tokens, owner }) => tokens.white ?? tokens.black ?? owner;

/** Forgets a game. */
export function forget(id) {
  storage().removeItem(PREFIX + id);
}

/** The games that are kept, the latest first. */
export function kept() {
  const keys = storage() === globalThis.localStorage ? Object.keys(localStorage) : [...memory.keys()];
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ id: key.slice(PREFIX.length), ...recall(key.slice(PREFIX.length)) }))
    .sort((a, b) => b.at - a.at);
}

const NAME = 'moelle.name';

/** The name that the player gave last. */
export function playerName() {
  return storage().getItem(NAME) ?? '';
}

/** Keeps the player's name in this browser. */
export function rememberName(name) {
  try {
    storage().setItem(NAME, name);
  } catch {
    // It is asked for again.
  }
}
