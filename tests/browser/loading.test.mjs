// How the page comes: little, what matters first, and what is said when it does not come.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { open } from './support.mjs';

/** Bytes that a first visit to a page loads, answers of the API included, as they are before compression. */
const BYTES_MAX = 150_000;

let table;
before(async () => { table = await open(); });
after(() => table.close());

test('a first visit loads little, whatever is looked at', async () => {
  const made = await table.post('/v1/games', { variant: 'nine' });
  const PAGES = { '/': '[type=submit]', [`/play/${made.game.id}`]: '.board', '/learn/mill': '.point.open', '/variants/seven': 'table' };
  for (const [where, sign] of Object.entries(PAGES)) {
    const player = await table.player();
    const bodies = [];
    player.page.on('response', (answer) => {
      if (!answer.headers()['content-type']?.includes('event-stream')) bodies.push(answer.body());
    });
    await player.go(where);
    await player.page.locator(sign).first().waitFor();
    const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
    assert.ok(bytes > 10_000 && bytes < BYTES_MAX, `${where}: ${bytes} bytes`);
    await player.leave();
  }
});

test('the board is there before what is not needed to see it', async () => {
  const made = await table.post('/v1/games', { variant: 'nine', seat: 'both' });
  const player = await table.player();
  let go;
  const held = new Promise((resolve) => { go = resolve; });
  for (const what of ['**/legal-turns', '**/events?*', '**/describe']) {
    await player.page.route(what, async (route) => {
      await held;
      await route.continue();
    });
  }
  await player.sit(made);
  await player.reads('White is to act');
  assert.equal(await player.page.locator('.point').count(), 24);
  assert.equal(await player.page.locator('.point.open').count(), 0);
  go();
  await player.play('d6');
  await player.seesTurns(1);
  await player.leave();
});

test('the first questions are asked before the scripts of the page have come', async () => {
  const made = await table.post('/v1/games', { variant: 'nine', seat: 'both' });
  const player = await table.player();
  await player.sit(made);
  let go;
  const held = new Promise((resolve) => { go = resolve; });
  await player.page.route('**/play.js', async (route) => {
    await held;
    await route.continue();
  });
  const asked = (what) => player.page.waitForRequest((request) => new URL(request.url()).pathname === what);
  const questions = [`/v1/games/${made.game.id}`, `/v1/games/${made.game.id}/events`, '/v1/variants/nine', '/v1/rules/legal-turns'].map(asked);
  let again = 0;
  player.page.on('request', (request) => { if (request.url().endsWith('/legal-turns')) again += 1; });
  await player.page.goto(`${table.base}/play/${made.game.id}`, { waitUntil: 'commit' });
  await Promise.all(questions);
  go();
  await player.page.locator('.point.open').first().waitFor();
  assert.equal(again, 1, 'what was asked early is not asked again');
  await player.leave();
});

test('where a script does not come the page says so, and tries again with the whole link', async () => {
  const { game, invitations } = await table.post('/v1/games', { variant: 'nine' });
  for (const script of ['dom.js', 'play.js', 'texts/en.json']) {
    const player = await table.player();
    await player.page.route(`**/${script}`, (route) => route.abort());
    await player.go(`/play/${game.id}#${invitations[0].invitation}`);
    await player.button('Try again').waitFor();
    assert.ok(player.faults.every((fault) => fault.includes('ERR_FAILED')), player.faults.join());
    player.faults.length = 0;
    await player.page.unroute(`**/${script}`);
    await player.button('Try again').click();
    await player.button('Take the seat').waitFor();
    await player.leave();
  }
});
