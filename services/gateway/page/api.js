// The public API, as every application would use it.

import { answered, waiting } from './away.js';
import { early } from './early.js';
import { inLanguage, t } from './texts.js';

/** How long a call may take, in milliseconds. */
const TIMEOUT = 15_000;
/** How often a service that cannot answer is asked again. Over a network that is away nothing is given up. */
const TRIES_MAX = 14;
/** For how long a service may ask to wait, in seconds: beyond that it is left to the player. */
const PATIENCE_MAX = 60;
/** A stream gives a sign of life every 15 seconds; one that is silent for longer is dead. */
const SILENCE_MAX = 40_000;
/** Answers after which the same change may be sent again. */
const AGAIN = new Set([429, 502, 503, 504]);

/** An answer that is a failure: `application/problem+json`. */
export class Problem extends Error {
  constructor(status, document, retryAfter) {
    super(document.detail || document.title || `HTTP ${status}`);
    this.status = status;
    this.reason = document.reason;
    this.game = document.game;
    this.retryAfter = retryAfter;
  }
}

/** Why something failed, for people. */
export function why(error) {
  return error instanceof Problem ? error.message : t('offline');
}

/** A random UUID. `crypto.randomUUID` is missing on pages that were not loaded over HTTPS. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function send(path, { method = 'GET', body, token, headers, signal, stream } = {}) {
  const controller = new AbortController();
  signal?.addEventListener('abort', () => controller.abort());
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  try {
    const text = body && JSON.stringify(body);
    const answer = await (early(path, text) ?? fetch(path, inLanguage({
      method,
      signal: controller.signal,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: text,
    })));
    if (!answer.ok) {
      const document = await answer.json().catch(() => ({}));
      throw new Problem(answer.status, document, Number(answer.headers.get('retry-after')));
    }
    if (stream || answer.status === 204) return answer;
    const json = answer.headers.get('content-type')?.startsWith('application/json');
    return await (json ? answer.json() : answer.text());
  } finally {
    clearTimeout(timer);
  }
}

/** Waits a little longer each time, or until the network is back. */
function pause(attempt, seconds = 0) {
  return new Promise((resolve) => {
    const wait = Math.max(seconds * 1000, Math.min(8000, 400 * 2 ** attempt) * (0.8 + 0.4 * Math.random()));
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, wait);
    addEventListener('online', done);
  });
}

/** What is said while it is tried again. */
function meanwhile(error) {
  if (!(error instanceof Problem)) return t('away');
  return t(error.status === 429 ? 'tooMuch' : 'busy');
}

function worthAnother(error, attempt) {
  if (!(error instanceof Problem)) return true;
  return AGAIN.has(error.status) && attempt < TRIES_MAX && !(error.retryAfter > PATIENCE_MAX);
}

async function persistently(call, sends) {
  const who = {};
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await call();
      answered(who);
      return answer;
    } catch (error) {
      if (!worthAnother(error, attempt)) {
        answered(who, { well: false });
        throw error;
      }
      waiting(who, meanwhile(error), sends);
      await pause(attempt, error.retryAfter);
    }
  }
}

/** Asks. A question changes nothing, so that it may be asked again. */
export function get(path, token) {
  return persistently(() => send(path, { token }));
}

/** Asks with a body. */
export function ask(path, body) {
  return persistently(() => send(path, { method: 'POST', body }));
}

/**
 * Changes something: once, however often the network makes us send it, for every sending of it has
 * the same key.
 */
export function change(path, body, token) {
  const headers = { 'idempotency-key': uuid() };
  return persistently(() => send(path, { method: 'POST', body, token, headers }), true);
}

/**
 * Follows a game over server-sent events, read with `fetch`, since an `EventSource` cannot send the
 * token that private games need. A stream that breaks is resumed after the last revision. `told`
 * hears (type, data). Answers a function that stops it.
 */
export function follow(path, { token, after, told }) {
  const stopping = new AbortController();
  let last = after;
  let attempt = 0;
  let dead;

  async function read() {
    const connection = new AbortController();
    const cut = () => connection.abort();
    stopping.signal.addEventListener('abort', cut);
    const alive = () => {
      clearTimeout(dead);
      dead = setTimeout(cut, SILENCE_MAX);
    };
    try {
      const headers = { accept: 'text/event-stream', 'last-event-id': String(last) };
      const answer = await send(path, { token, headers, signal: connection.signal, stream: true });
      answered(stopping);
      if (answer.status === 204) {
        told('end', { reason: 'game_over' });
        return true;
      }
      alive();
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return false;
        alive();
        attempt = 0;
        const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
        text = blocks.pop();
        for (const block of blocks) if (hear(block)) return true;
      }
    } finally {
      clearTimeout(dead);
      stopping.signal.removeEventListener('abort', cut);
    }
  }

  /** Whether the block says that nothing more will come. */
  function hear(block) {
    const field = (name) => block.match(new RegExp(`^${name}: ?(.*)$`, 'm'))?.[1];
    const data = field('data');
    if (data === undefined) return false;
    const type = field('event');
    const value = JSON.parse(data);
    last = Number(field('id') ?? last);
    told(type, value);
    return type === 'end' && value.reason === 'game_over';
  }

  (async () => {
    while (!stopping.signal.aborted) {
      let broken = {};
      try {
        if (await read()) return;
      } catch (error) {
        broken = error;
        if (error instanceof Problem && [401, 403, 404].includes(error.status)) return;
      }
      if (stopping.signal.aborted) return;
      waiting(stopping, meanwhile(broken));
      await pause(attempt, broken.retryAfter);
      attempt += 1;
    }
  })().finally(() => answered(stopping));
  return () => {
    stopping.abort();
    answered(stopping);
  };
}
