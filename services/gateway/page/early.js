// What the page of a game will ask first, asked before its other scripts are there: on a slow network the
// answers and the scripts then come side by side. What needs no token the document asks for itself.

import { anyToken, recall } from './seats.js';
import { inLanguage } from './texts.js';

/** How long an answer may take, in milliseconds. */
const TIMEOUT = 15_000;

const asked = new Map();
const key = (path, body = '') => `${path} ${body}`;

function ask(path, token, body) {
  const answer = fetch(path, inLanguage({
    ...(body && { method: 'POST', body }),
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
  }));
  // Whoever takes it hears of a failure; it may be that nobody does.
  answer.catch(() => {});
  asked.set(key(path, body), answer);
  return answer;
}

/** The answer to a question that was asked early, once; undefined where it was not. */
export function early(path, body) {
  const answer = asked.get(key(path, body));
  asked.delete(key(path, body));
  return answer;
}

/** Asks what may be done, as soon as an answer tells the position in which somebody here is to do it. */
async function askLegal(answer, ofPosition) {
  try {
    const question = ofPosition(await (await answer).clone().json());
    if (question) ask('/v1/rules/legal-turns', undefined, JSON.stringify(question));
  } catch {
    // It is asked for again by whoever needs it, and hears why not.
  }
}

const [, page, id] = location.pathname.split('/');
if (page === 'learn' && id) {
  askLegal(ask(`/v1/lessons/${id}`), ({ steps: [{ variant, position, task }] }) => task && { variant, position });
} else if (page === 'play') {
  const kept = recall(id);
  const token = anyToken(kept);
  askLegal(ask(`/v1/games/${id}`, token), ({ game }) => game.status !== 'finished' && kept.tokens[game.side]
    && { rules: game.rules, position: game.position });
  // The document names the variant of a game that everybody may see.
  const { variant } = document.documentElement.dataset;
  if (kept.variant && !variant) ask(`/v1/variants/${kept.variant}`);
  // Who is invited is first asked whether to play.
  if (token || (variant && !location.hash)) ask(`/v1/games/${id}/events?limit=500&after=0`, token);
}
