// Boards: every variant, by hand and by keyboard, and what is said of them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { GAME, open, same } from './support.mjs';

let table;
before(async () => { table = await open(); });
after(() => table.close());

/** A game on one device. */
async function alone(player, variant, options = {}) {
  const made = await table.post('/v1/games', { variant, seat: 'both', ...options });
  await player.sit(made);
  return made.game.id;
}

test('every variant is drawn and played', async () => {
  const player = await table.player();
  const { variants } = await table.get('/v1/variants');
  assert.equal(variants.length, 12);
  for (const { id: variant, board } of variants) {
    const id = await alone(player, variant);
    assert.equal(await player.page.locator('.point').count(), board.points.length, variant);
    for (let ply = 0; ply < 2 * 4; ply += 1) {
      const { game } = await table.get(`/v1/games/${id}`);
      if (game.outcome) break;
      const { turns } = await table.post('/v1/rules/legal-turns', { rules: game.rules, position: game.position });
      await player.play(turns[(ply * 5) % turns.length]);
      await same(async () => (await table.get(`/v1/games/${id}`)).game.ply, ply + 1);
      await player.seesTurns(ply + 1);
    }
    const { game } = await table.get(`/v1/games/${id}`);
    const men = [...game.position.split(' ')[0]].filter((letter) => letter === 'w' || letter === 'b').length;
    await same(async () => (await player.men()).length, men, variant);
    await player.picture(`variant-${variant}`);
  }
  await player.leave();
});

test('a table is set, and all that men can do is done, by keyboard alone', async () => {
  const player = await table.player();
  const { page } = player;
  await player.go('/');
  await page.locator('[type=submit]').waitFor();
  await player.tabTo('[name=variant]');
  await player.tabTo('[name=seat]');
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowRight');
  await player.tabTo('[type=submit]');
  await page.keyboard.press('Enter');
  await page.locator('.point.open').first().waitFor();
  await player.tabTo('.point');
  for (const [index, turn] of GAME.entries()) {
    await player.type(turn);
    await player.seesTurns(index + 1);
  }
  await player.reads('White wins');
  // The focus stays where the player has it, whatever is shown anew.
  await player.tabTo('.walk button');
  await page.keyboard.press('Enter');
  await page.locator('.where', { hasText: '0 / 29' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.matches('.walk button:enabled')), true);
  await player.tabTo('.turns button');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.where', { hasText: '2 / 29' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'd3');
  await player.leave();
});

test('a game is won by keyboard alone, along the lines of the board', async () => {
  const player = await table.player();
  const id = await alone(player, 'three');
  const { page } = player;
  await page.locator('.point.open').first().waitFor();
  // Tab reaches the board; arrows walk along its lines; Enter and Space act; names can be typed.
  await player.tabTo('.point');
  const at = () => page.evaluate(() => document.activeElement.dataset.point);
  const act = async (key, plies) => {
    await page.locator(`.point.open[data-point="${await at()}"]`).waitFor();
    await page.keyboard.press(key);
    await player.seesTurns(plies);
  };
  assert.equal(await at(), 'a3');
  await act('Enter', 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  assert.equal(await at(), 'b2');
  await act('Space', 2);
  await page.keyboard.type('b3');
  await act('Enter', 3);
  await page.keyboard.type('c1');
  await act('Enter', 4);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await at(), 'c3');
  await act('Enter', 5);
  const { game } = await table.get(`/v1/games/${id}`);
  assert.deepEqual([game.outcome.result, game.outcome.termination], ['1-0', 'mill']);
  await player.reads('White wins by closing a mill');
  await player.leave();
});

test('a man is dragged to where it goes', async () => {
  const player = await table.player();
  await alone(player, 'three', { start: 'wb1/ww1/b1b w 0,0 0 0 6' });
  await player.page.locator('.point.movable[data-point="b2"]').waitFor();
  await player.point('b2').dragTo(player.point('c2'));
  await player.seesTurns(1);
  await same(async () => (await player.men()).includes('c2 white'), true);
  await player.leave();
});

test('a refused turn says why in the language of the player', async () => {
  const player = await table.player({ language: 'da' });
  await alone(player, 'nine');
  await player.page.locator('.point.open[data-point="d6"]').click();
  await player.seesTurns(1);
  await player.page.locator('.point.open').first().waitFor();
  await player.point('d6').click();
  await player.page.locator('.said.bad', { hasText: 'd6' }).waitFor();
  const said = await player.page.locator('.said.bad').textContent();
  const { refusal } = await (await fetch(`${table.base}/v1/rules/check-turn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'da' },
    body: JSON.stringify({ variant: 'nine', position: '3/1w1/3/6/3/3/3 b 8,9 0 0 1', turn: 'd6' }),
  })).json();
  assert.equal(said, refusal.message);
  await player.leave();
});

test('a screen reader hears every turn', async () => {
  const player = await table.player();
  await alone(player, 'nine');
  await player.play('d6');
  await player.page.locator('#heard', { hasText: 'White: d6.' }).waitFor({ state: 'attached' });
  for (const turn of ['a1', 'b6', 'a4']) await player.play(turn);
  await player.play('f6');
  const heard = player.page.locator('#heard', { hasText: 'White: f6. Mill closed!' }).filter({ hasText: 'Remove one of Black’s men' });
  await heard.waitFor({ state: 'attached' });
  assert.match(await player.point('d6').getAttribute('aria-label'), /^d6, white man/);
  await player.leave();
});

test('the game is walked through, and a mill lights', async () => {
  const player = await table.player();
  await alone(player, 'nine');
  let count = 0;
  for (const turn of ['a7', 'b6', 'd7', 'd6', 'g7xb6']) {
    await player.play(turn);
    count += 1;
    await player.seesTurns(count);
  }
  await player.page.locator('.mill').waitFor({ state: 'attached' });
  await player.button('One turn back').click();
  await same(async () => (await player.men()).length, 4);
  await player.button('To the start of the game').click();
  await same(async () => (await player.men()).length, 0);
  await player.button('Back to now').click();
  await same(async () => (await player.men()).length, 4);
  await player.page.locator('.turns button', { hasText: 'd7' }).click();
  await same(async () => (await player.men()).length, 3);
  await player.leave();
});

test('every game is compared with ordinary mølle, and has a history', async () => {
  const player = await table.player({ width: 360 });
  const { variants } = await table.get('/v1/variants');
  for (const { id, name, history } of variants) {
    await player.go(`/variants/${id}`);
    await player.reads(name);
    assert.ok(history.length > 100, id);
    await player.page.getByText(history.slice(0, 60)).waitFor();
    const rows = id === 'nine' ? [] : (await table.get(`/v1/variants/nine/compare/${id}`)).rows;
    assert.equal(await player.page.getByRole('rowheader').count(), rows.length, id);
    const differing = rows.filter(({ same: alike }) => !alike);
    assert.deepEqual(await player.page.locator('.differs td:last-child').allTextContents(), differing.map(({ right }) => right));
  }
  await player.leave();
});

test('a game has a picture, and its link shows it, unless it is private', async () => {
  for (const [visibility, status] of [['unlisted', 200], ['private', 401]]) {
    const { game, seats } = await table.post('/v1/games', { variant: 'six', visibility });
    for (const form of ['svg', 'png']) {
      const where = `${table.base}/v1/games/${game.id}/board.${form}`;
      const stranger = await fetch(where);
      assert.equal(stranger.status, status, `${visibility} ${form}`);
      const own = await fetch(where, { headers: { authorization: `Bearer ${seats[0].token}` } });
      assert.equal(own.status, 200);
      const bytes = new Uint8Array(await own.arrayBuffer());
      assert.equal(new TextDecoder('latin1').decode(bytes.slice(0, 4)), form === 'png' ? '\x89PNG' : '<svg');
    }
    const page = await (await fetch(`${table.base}/play/${game.id}`)).text();
    assert.equal(page.includes('og:image'), visibility === 'unlisted');
    assert.equal(page.includes(game.id), visibility === 'unlisted');
  }
});
