// Games between people, each with a browser of their own.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import jsqr from 'jsqr';
import { generate } from 'lean-qr/nano';

import { GAME, open, same } from './support.mjs';

let table;
before(async () => { table = await open(); });
after(() => table.close());

/** Sets a table through the form and answers the host and the link for the guest. */
async function host({ variant = 'Nine men’s morris', name = 'Ada', ...options } = {}) {
  const player = await table.player(options);
  await player.go('/');
  await player.page.locator('.tile', { hasText: variant }).first().click();
  await player.page.getByLabel('Your name').fill(name);
  await player.button('Set the table').click();
  await player.page.waitForURL(/\/play\/[A-Za-z0-9]{22}$/);
  const link = await player.page.locator('.invite input').inputValue();
  return { player, link };
}

async function guest(link, { name = 'Bo', ...options } = {}) {
  const player = await table.player(options);
  await player.go(link);
  await player.page.getByLabel('Your name').fill(name);
  await player.button('Take the seat').click();
  await player.page.locator('.board').waitFor();
  return player;
}

/** What a camera reads of a code of so many modules, the quiet zone included. */
function photographed(size, isDark) {
  const scale = 3;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width ** 2 * 4).fill(255);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isDark(Math.floor(x / scale), Math.floor(y / scale))) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return jsqr(pixels, width, width)?.data;
}

const positionOf = async (id) => (await table.get(`/v1/games/${id}`)).game;

test('two players play a whole game by clicks while one reloads, one loses the network, and a spectator follows', async () => {
  const { player: ada, link } = await host();
  const id = link.match(/\/play\/(\w+)#/)[1];
  assert.ok(!ada.page.url().includes('#'), 'the address of the host holds no secret');
  const bo = await guest(link, { width: 360, height: 780, hasTouch: true });
  assert.ok(!bo.page.url().includes('#'), 'the invitation is gone from the address');
  const cleo = await table.player({ width: 768, height: 1024, colorScheme: 'dark' });
  await cleo.go(`/play/${id}`);
  await cleo.reads('Ada is to act');
  await ada.page.locator('.invite').waitFor({ state: 'detached' });

  let plies = 0;
  for (const turn of GAME) {
    const player = plies % 2 === 0 ? ada : bo;
    if (plies === 6) await ada.page.reload();
    if (plies === 7) {
      // The turn is played while the network is away, and arrives once when it is back.
      await bo.page.locator('.point.open').first().waitFor();
      await bo.network(false);
      await bo.play(turn);
      await bo.waits('The connection is lost. What you did is kept');
      await bo.network(true);
      await bo.page.locator('.said', { hasText: 'It got through' }).waitFor();
    } else {
      if (plies === 12) await cleo.network(false);
      await player.play(turn);
    }
    plies += 1;
    await same(async () => (await positionOf(id)).ply, plies, turn);
    await Promise.all([ada.seesTurns(plies), bo.seesTurns(plies)]);
    if (plies === 15) await cleo.network(true);
    if (plies === 24) {
      await Promise.all([ada.picture('game-1280-light'), bo.picture('game-360-light'), cleo.picture('game-768-dark')]);
    }
  }
  const { outcome } = await positionOf(id);
  await Promise.all([ada.reads(outcome.message), bo.reads(outcome.message), cleo.reads(outcome.message)]);
  await cleo.seesTurns(plies);
  const men = await ada.men();
  assert.equal(outcome.termination, 'too_few_men');
  await same(() => bo.men(), men, 'both see the same men');
  await same(() => cleo.men(), men, 'the spectator sees them too');
  await ada.button('Record of the game').or(ada.page.getByText('Record of the game')).first().click();
  await ada.page.locator('pre', { hasText: `[Result "${outcome.result}"]` }).waitFor();
  for (const player of [ada, bo, cleo]) await player.leave();
});

test('the code that is photographed is the link that is copied', async () => {
  const { player, link } = await host({ variant: 'Achi' });
  await player.page.getByText('QR code').first().click();
  const path = await player.page.locator('.qr path').first().getAttribute('d');
  const size = Number((await player.page.locator('.qr svg').first().getAttribute('viewBox')).split(' ')[2]);
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x},${y}`));
  assert.equal(photographed(size, (x, y) => dark.has(`${x},${y}`)), link);
  await player.leave();
});

test('links of any length are photographed', () => {
  for (let length = 20; length <= 1000; length += 70) {
    const link = `https://play.example/${'aB3-_'.repeat(200)}`.slice(0, length);
    const code = generate(link);
    assert.equal(photographed(code.size + 8, (x, y) => code.get(x - 4, y - 4)), link);
  }
});

test('the library that draws codes is as it was published', async () => {
  const published = await readFile(createRequire(import.meta.url).resolve('lean-qr/nano'), 'utf8');
  const { base } = table;
  const document = await (await fetch(base)).text();
  const folder = document.match(/\/page\/\w+\//)[0];
  const served = await (await fetch(`${base}${folder}lean-qr.js`)).text();
  assert.ok(served.includes('MIT License'));
  assert.equal(served.slice(served.indexOf('*/\n') + 3), published);
});

test('a seat moves to another device, and the one before looks on', async () => {
  const { player: phone, link } = await host({ variant: 'Three' });
  const bo = await guest(link);
  await phone.play('b2');
  await bo.seesTurns(1);
  await phone.page.locator('summary', { hasText: 'Play on another device' }).click();
  await phone.button('Show the key').click();
  const key = await phone.page.getByRole('textbox', { name: 'The key of your seat' }).inputValue();
  assert.match(key, /^white:.{20,}$/);

  const desk = await table.player();
  await desk.go(phone.page.url());
  await desk.reads('Bo is to act');
  await desk.page.locator('summary', { hasText: 'I play on another device' }).click();
  await desk.page.getByRole('textbox', { name: 'The key of your seat' }).fill(key);
  await desk.button('Take the seat').click();
  await desk.page.locator('.plate', { hasText: 'Ada (you)' }).waitFor();
  assert.ok(!desk.page.url().includes('#'));

  await phone.page.locator('.said', { hasText: 'on another device now' }).waitFor();
  await phone.page.locator('summary', { hasText: 'I play on another device' }).waitFor();
  await bo.play('a1');
  await desk.play('c1');
  await Promise.all([phone, bo, desk].map((player) => player.seesTurns(3)));
  for (const player of [phone, bo, desk]) await player.leave();
});

test('a link takes a seat once, and the next who opens it may watch', async () => {
  const { player: ada, link } = await host({ variant: 'Three' });
  const bo = await guest(link);
  const late = await table.player();
  await late.go(link);
  await late.button('Take the seat').click();
  await late.page.locator('.said.bad', { hasText: 'used' }).waitFor();
  // A refusal is an answer with a failure's status, of which browsers tell.
  assert.match(late.faults.pop(), /409/);
  await late.button('Only watch').click();
  await late.reads('Ada is to act');
  for (const player of [ada, bo, late]) await player.leave();
});

test('draw, takeback, resigning and the rematch are offered and answered', async () => {
  const { player: ada, link } = await host({ variant: 'Three' });
  const bo = await guest(link);
  for (const [player, turn] of [[ada, 'a1'], [bo, 'b2'], [ada, 'c1'], [bo, 'b1']]) await player.play(turn);
  await ada.seesTurns(4);

  await bo.button('Ask to take back').click();
  await ada.page.getByText('Bo asks to take back').first().waitFor();
  await ada.button('Yes').click();
  await Promise.all([ada.seesTurns(3), bo.seesTurns(3)]);
  await bo.reads('Your turn');

  await bo.button('Offer a draw').click();
  await ada.button('No').click();
  await bo.page.locator('.said', { hasText: 'Ada declines' }).waitFor();

  await bo.button('Resign').click();
  await bo.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await ada.reads('White wins');

  // Who looks at a game that is over hears of the wish for another one.
  await bo.page.reload();
  await bo.reads('White wins');
  await ada.button('Rematch').click();
  await bo.button('Accept the rematch').click();
  await Promise.all([ada.page.waitForURL(/play/), bo.reads('Your turn')]);
  await ada.reads('Bo is to act');
  await bo.play('b2');
  await ada.reads('Your turn');
  for (const player of [ada, bo]) await player.leave();
});

test('the table is set as it was chosen', async () => {
  const player = await table.player();
  const { page } = player;
  await player.go('/');
  await page.locator('.tile', { hasText: 'Morabaraba' }).first().click();
  await page.getByRole('group', { name: 'Your seat' }).getByText('Both, on this device').click();
  await page.getByRole('group', { name: 'Who begins?' }).getByText('Black').click();
  await page.getByLabel('Clock').selectOption('own');
  await page.getByLabel('Minutes for the game').fill('15');
  await page.getByLabel('Seconds added each turn').fill('7');
  await page.getByText('House rules').click();
  await page.locator('#flyAt').selectOption({ label: 'Nobody flies' });
  await page.locator('#removable').selectOption({ label: 'Any man' });
  await page.locator('#repetition').fill('5');
  await page.locator('#repetition').press('Tab');
  // The rules of this table, and not those that the variant has by itself.
  await page.locator('.about .rules', { hasText: 'five times' }).or(page.locator('.about .rules', { hasText: '5 times' })).waitFor();
  await player.button('Set the table').click();
  await page.locator('.board').waitFor();
  const game = await positionOf(new URL(page.url()).pathname.split('/')[2]);
  const { flyAt, removable, repetition, men } = game.rules;
  assert.deepEqual({ flyAt, removable, repetition, men }, { flyAt: 0, removable: 'any', repetition: 5, men: 12 });
  assert.deepEqual([game.variant, game.side, game.seats.white.taken, game.seats.black.taken], ['morabaraba', 'black', true, true]);
  await page.locator('.time', { hasText: '15:00' }).first().waitFor();
  await page.locator('summary', { hasText: 'The rules of this table' }).click();
  await page.locator('.panel .rules', { hasText: 'five times' }).or(page.locator('.panel .rules', { hasText: '5 times' })).waitFor();
  await player.leave();
});

test('a private game shows itself to its players alone', async () => {
  const player = await table.player();
  await player.go('/');
  await player.page.getByText('Who may watch?').first().click();
  await player.page.getByText('Only the two of us').click();
  await player.button('Set the table').click();
  await player.page.locator('.board').waitFor();
  const link = await player.page.locator('.invite input').inputValue();
  const stranger = await table.player();
  await stranger.go(player.page.url());
  await stranger.reads('cannot be shown');
  assert.match(stranger.faults.pop(), /40[13]/);
  const bo = await guest(link);
  assert.match(bo.faults.shift(), /40[13]/, 'before it has a token');
  await player.play('d6');
  await bo.reads('Your turn');
  for (const each of [player, stranger, bo]) await each.leave();
});
