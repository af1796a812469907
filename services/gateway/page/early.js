// What the page of a game will ask first, asked before its other scripts are there: on a slow network the
// answers and the scripts then come side by side. What needs no token the document asks for itself.

import { anyToken, recall } from './seats.js';
import { inLanguage } from './texts.js';

/** How long an answer may take, in milliseconds. */
const TIMEOUT = 15_000;

const asked = new Map();

function ask(path, token) {
  const answer = fetch(path, inLanguage({
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
  }));
  // Whoever takes it hears of a failure; it may be that nobody does.
  answer.catch(() => {});
  asked.set(path, answer);
}

/** The answer to a question that was asked early, once; undefined where it was not. */
export function early(path) {
  const answer = asked.get(path);
  asked.delete(path);
  return answer;
}

const [, page, id] = location.pathname.split('/');
if (page === 'play') {
  const kept = recall(id);
  const token = anyToken(kept);
  ask(`/v1/games/${id}`, token);
  // The document names the variant of a game that everybody may see.
  const { variant } = document.documentElement.dataset;
  if (kept.variant && !variant) ask(`/v1/variants/${kept.variant}`);
  // Who is invited is first asked whether to play.
  if (token || (variant && !location.hash)) ask(`/v1/games/${id}/events?limit=500&after=0`, token);
}
