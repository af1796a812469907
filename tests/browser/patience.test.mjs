// A service that asks for patience, or does not answer: what the player does is not lost, and not done twice.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { open, same } from './support.mjs';

/** So few changes a minute that a seat has to wait ten seconds for one more. */
const CHANGES = 6;

let table;
before(async () => { table = await open({ MOELLE_SEAT_CHANGES_PER_MINUTE: String(CHANGES) }); });
after(() => table.close());

const plyOf = async (id) => (await table.get(`/v1/games/${id}`)).game.ply;

test('who plays too much at once is told so, and plays a little later', async () => {
  const player = await table.player({ language: 'de' });
  const made = await table.post('/v1/games', { variant: 'three', seat: 'both' });
  const { game: { id }, seats } = made;
  await player.sit(made);
  await player.page.locator('.point.open').first().waitFor();
  const { token } = seats.find(({ side }) => side === 'white');
  for (let status = 0, calls = 0; status !== 429; calls += 1) {
    assert.ok(calls < 3 * CHANGES, 'there is a limit');
    const answer = await fetch(`${table.base}/v1/games/${id}/draw-answers`, {
      method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: '{"accept":true}',
    });
    status = answer.status;
  }
  await player.play('b2');
  await player.waits('Das war zu viel auf einmal. Was du getan hast, bleibt');
  await player.picture('patience-1280-light');
  assert.equal(await plyOf(id), 0);
  assert.match(await player.point('b2').getAttribute('aria-label'), /weißer Stein/);
  await player.page.locator('.said', { hasText: 'angekommen' }).waitFor();
  await player.page.locator('#away').waitFor({ state: 'hidden' });
  assert.equal(await plyOf(id), 1);
  assert.match(player.faults.pop(), /429/);
  await player.leave();
});

for (const lost of ['the answer', 'the connection']) {
  test(`a turn of which ${lost} is lost is played once`, async () => {
    const player = await table.player();
    const made = await table.post('/v1/games', { variant: 'three', seat: 'both' });
    await player.sit(made);
    const keys = [];
    await player.page.route('**/turns', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const answer = await route.fetch();
      if (keys.length > 1) await route.fulfill({ response: answer });
      else if (lost === 'the connection') await route.abort();
      else await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, contentType: 'application/problem+json', body: '{"reason":"unavailable"}' });
    });
    await player.play('b2');
    await player.waits(lost === 'the answer' ? 'The service cannot answer just now' : 'The connection is lost');
    await player.page.locator('.said', { hasText: 'It got through' }).waitFor();
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    assert.equal(await plyOf(made.game.id), 1);
    await player.seesTurns(1);
    assert.match(player.faults.pop(), /503|ERR_FAILED/);
    await player.leave();
  });
}

test('a page that opens while the service is stopped waits for it', async () => {
  const player = await table.player();
  let there = false;
  await player.page.route('**/v1/variants', (route) => (there
    ? route.continue()
    : route.fulfill({ status: 503, headers: { 'retry-after': '1' }, contentType: 'application/problem+json', body: '{"reason":"unavailable"}' })));
  await player.go('/');
  await player.waits('The service cannot answer just now. Trying again');
  there = true;
  await player.page.locator('[type=submit]').waitFor();
  await player.page.locator('#away').waitFor({ state: 'hidden' });
  assert.ok(player.faults.every((fault) => fault.includes('503')), player.faults.join());
  player.faults.length = 0;
  await player.leave();
});
