// What the tests of the page share: the service, the browser, and how a player's hands and eyes work.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { chromium } from 'playwright-core';

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SERVICE = process.env.MOELLE_BIN ?? path.resolve('target/debug/moelle');
/** A whole game of nine men's morris: placing, moving, flying, a mill opened and closed again. */
export const GAME = `a1 d3 a4 b6 a7xd3 g4 b4 g1 c4xg1 g1 c3 e5 c5xe5 d3 d5 f4 e5xd3 d7 a1-d1 f4-f6 d1-a1xb6 d7-d6
  a1-d1 g4-g7 d1-a1xf6 d6-d2 a1-d1 g1-e3 d1-a1xd2`.split(/\s+/);

/** Where pictures of the page are kept. */
export const ARTEFACTS = process.env.MOELLE_ARTEFACTS ?? path.resolve('target/screenshots');

/** Starts the service on ports of its own, with an empty store; `settings` are variables of its. */
export async function startService(settings = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'moelle-browser.'));
  const env = { ...process.env, MOELLE_GATEWAY_LISTEN: '127.0.0.1:0', MOELLE_LISTEN: '127.0.0.1:0', MOELLE_DATA_FOLDER: folder, ...settings };
  delete env.DATABASE_URL;
  delete env.MOELLE_PUBLIC_URL;
  const child = spawn(SERVICE, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let base = '';
  const grpc = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      base ||= line.match(/https?:\/\/[\d.]+:\d+/)?.[0] ?? '';
      const ready = line.match(/gRPC.* ([\d.]+:\d+)/);
      if (ready) resolve(ready[1]);
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  };
  return { base, grpc, stop };
}

/**
 * A service and a browser for the tests of a file. `MOELLE_URL` names a service that runs already, for
 * those that need no `settings` of their own.
 */
export async function open(settings) {
  await mkdir(ARTEFACTS, { recursive: true });
  const running = !settings && process.env.MOELLE_URL;
  const service = running ? { base: running, stop: async () => {} } : await startService(settings);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  return {
    base: service.base,
    player: (options) => Player.open(browser, service.base, options),
    post: (where, body, token) => post(service.base + where, body, token),
    get: async (where) => (await fetch(service.base + where)).json(),
    close: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

async function post(url, body, token) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${url}: ${answer.status}`);
  return answer.json();
}

/** Somebody with a browser of their own. Whatever it complains of is a fault. */
export class Player {
  static async open(browser, base, { language = 'en', width = 1280, height = 900, ...options } = {}) {
    const locale = { en: 'en-GB', da: 'da-DK', nb: 'nb-NO', de: 'de-DE' }[language];
    const context = await browser.newContext({ locale, viewport: { width, height }, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const player = Object.assign(new Player(), { base, context, page, faults: [], offline: false });
    page.on('pageerror', (error) => player.faults.push(String(error.stack)));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (player.offline && message.text().includes('ERR_INTERNET_DISCONNECTED')) return;
      // The machine's own network came or went: no fault of the page.
      if (message.text().includes('ERR_NETWORK_CHANGED')) return;
      // What the document asks for in the browser's language is not used where another one was chosen.
      if (message.text().includes('was preloaded using link preload but not used')) return;
      if (message.text().includes('is not used because the request credentials mode does not match')) return;
      player.faults.push(message.text());
    });
    return player;
  }

  async go(where) {
    await this.page.goto(new URL(where, this.base).href);
  }

  /** Opens a game with the seats and the owner's token that an answer of the service handed out. */
  async sit({ game, seats, ownerToken, invitations = [] }) {
    const tokens = Object.fromEntries(seats.map(({ side, token }) => [side, token]));
    const kept = { tokens, owner: ownerToken, invitations, variant: game.variant, at: Date.now() };
    await this.go('/livez');
    await this.page.evaluate(([id, text]) => localStorage.setItem(`moelle.table.${id}`, text), [game.id, JSON.stringify(kept)]);
    await this.go(`/play/${game.id}`);
    await this.page.locator('.board').waitFor();
  }

  /** Takes the network away, or gives it back. */
  async network(there) {
    if (!there) this.offline = true;
    await this.context.setOffline(!there);
    if (there) await this.page.waitForFunction(() => !document.body.classList.contains('away-from-service'));
    if (there) this.offline = false;
  }

  point(name) {
    return this.page.locator(`[data-point="${name}"]`);
  }

  /** Waits until it is told, over the page, that something is waited for. */
  async waits(text) {
    await this.page.locator('.away-from-service #away', { hasText: text }).waitFor();
  }

  /** Plays a whole turn by clicks: each action when the board shows that it is legal. */
  async play(turn) {
    const [action, ...removed] = turn.split('x');
    const points = [...(action ? action.split('-') : []), ...removed];
    for (const name of points) {
      await this.page.locator(`.point.open[data-point="${name}"]`).click();
    }
  }

  /** The men on the board, as a screen reader would name them. */
  men() {
    return this.page.$$eval('.point', (points) => points
      .map((point) => point.getAttribute('aria-label'))
      .map((label) => label.match(/^(\w\d), (white|black) man/))
      .filter(Boolean)
      .map(([, name, side]) => `${name} ${side}`)
      .sort());
  }

  /** Waits until the headline says it. */
  async reads(text) {
    await this.page.locator('h1', { hasText: text }).waitFor();
  }

  /** Waits until the list of turns has so many. */
  async seesTurns(count) {
    await this.page.waitForFunction((wanted) => {
      const where = document.querySelector('.where')?.textContent;
      return (Number(where?.split('/')[1]) || 0) === wanted;
    }, count);
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Plays a whole turn by keyboard, the focus being on the board: names are typed, Enter acts. */
  async type(turn) {
    const [action, ...removed] = turn.split('x');
    for (const name of [...(action ? action.split('-') : []), ...removed]) {
      await this.page.locator(`.point.open[data-point="${name}"]`).waitFor();
      await this.page.keyboard.type(name);
      await this.page.keyboard.press('Enter');
    }
  }

  /** Presses Tab until what has the focus fits a selector. */
  async tabTo(selector) {
    const there = () => this.page.evaluate((wanted) => document.activeElement.matches(wanted), selector);
    for (let presses = 0; !(await there()); presses += 1) {
      assert.ok(presses < 60, `Tab does not lead to ${selector}`);
      await this.page.keyboard.press('Tab');
    }
  }

  async picture(name) {
    await this.page.screenshot({ path: path.join(ARTEFACTS, `${name}.png`) });
  }

  /** Ends, and must have had nothing to complain of. */
  async leave() {
    await this.context.close();
    assert.deepEqual(this.faults, []);
  }
}

/** How long anything may take, in milliseconds; generous, for machines that do much else. */
const PATIENCE = 60_000;

/** Waits until two things are the same. */
export async function same(read, expected, what) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const found = await read();
    try {
      assert.deepEqual(found, expected, what);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(20);
    }
  }
}
