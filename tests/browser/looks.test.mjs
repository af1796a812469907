// How the pages look at every width, by day and night, and to those who do not look.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { GAME, open } from './support.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let table;
before(async () => { table = await open(); });
after(() => table.close());

async function faults(player) {
  // Evaluated as by the browser's own console, since the page's policy keeps other scripts out.
  await player.page.evaluate(await readFile(axe, 'utf8'));
  const { violations } = await player.page.evaluate(() => window.axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
}

/** Controls that a finger would miss: those of less than 44 pixels. Links within a text are as high as it. */
const small = (player) => player.page.evaluate(() => [...document.querySelectorAll('button, select, summary, input:not([type=radio]), nav a, a.main, .tile, .segments span')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 43.9)
  .map(([element, { width, height }]) => `${element.outerHTML.slice(0, 60)} ${width}x${height}`));

/** What a page shows when something was done on it. */
const STATES = {
  'the form, opened': {
    where: '/',
    act: async (page) => {
      await page.locator('#clock').selectOption('own');
      for (const each of await page.locator('form summary').all()) await each.click();
    },
  },
  'an invitation': {
    game: { variant: 'nine', names: { white: 'Ada' } },
    act: async (page) => {
      await page.locator('.qr summary').first().click();
      await page.locator('.qr svg').waitFor();
    },
  },
  'a man chosen': { turns: 21, act: (page) => page.locator('.point.movable').first().click() },
  'a refusal': {
    turns: 21,
    act: async (page) => {
      await page.locator('.point.movable').first().waitFor();
      await page.locator('[data-point="a1"]').click();
      await page.locator('.said.bad').waitFor();
    },
  },
  'an earlier turn': { turns: 21, act: (page) => page.locator('.walk button').first().click() },
  'a second thought': { turns: 21, act: (page) => page.locator('[data-does=resign]').click() },
  'a lost connection': {
    turns: 21,
    act: async (page) => {
      await page.route('**/takeback-requests', (route) => route.abort());
      await page.locator('[data-does=takeBack]').click();
      await page.locator('.away-from-service #away').waitFor();
    },
  },
  'a game that is over': { turns: GAME.length, act: (page) => page.locator('[data-does=rematch]').waitFor() },
  'a game that nobody has': { where: '/play/1111111111111111111111', act: (page) => page.locator('main a').waitFor() },
  'a task solved': {
    where: '/learn/moving',
    act: async (page) => {
      for (const name of ['d6', 'd5']) await page.locator(`.point.open[data-point="${name}"]`).click();
      await page.locator('.verdict.good').waitFor();
    },
  },
  'a task not solved': {
    where: '/learn/removing',
    act: async (page) => {
      await page.locator('.point.open').first().waitFor();
      await page.locator('[data-point="d3"]').click();
      await page.locator('.verdict.bad').waitFor();
    },
  },
};

test('whatever is done on a page it has no serious fault, and fingers find everything', async () => {
  const clock = { totalMs: 300_000, incrementMs: 3000 };
  for (const [colorScheme, language] of [['light', 'de'], ['dark', 'nb']]) {
    for (const [name, { where, game, turns = 0, act }] of Object.entries(STATES)) {
      const player = await table.player({ width: 360, height: 780, hasTouch: true, colorScheme, language });
      if (where) await player.go(where);
      else {
        const made = await table.post('/v1/games', game ?? { variant: 'nine', seat: 'both', names: { white: 'Ada', black: 'Donaudampfschifffahrtsgesellschaftskapitän' }, clock });
        const tokens = Object.fromEntries(made.seats.map(({ side, token }) => [side, token]));
        let { side, revision } = made.game;
        for (const turn of GAME.slice(0, turns)) {
          ({ game: { side, revision } } = await table.post(`/v1/games/${made.game.id}/turns`, { turn, revision }, tokens[side]));
        }
        await player.sit(made);
      }
      await player.page.locator('main h1').waitFor();
      await act(player.page);
      await player.picture(`state-${name.replaceAll(/[ ,]+/g, '-')}-${colorScheme}`);
      assert.deepEqual(await faults(player), [], `${name} ${colorScheme}`);
      assert.deepEqual(await small(player), [], `${name} ${colorScheme}`);
      const wide = await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
      // An answer that is a failure, and a connection that was cut, of which browsers tell.
      player.faults = player.faults.filter((fault) => !/404|ERR_FAILED/.test(fault));
      await player.leave();
    }
  }
});

test('no page has a serious fault of access at any width, by day or night', async () => {
  const clock = { totalMs: 300_000, incrementMs: 3000 };
  const { game } = await table.post('/v1/games', { variant: 'nine', visibility: 'public', names: { white: 'Ada' }, clock });
  // Black has to remove a man: everything that a board may show is there.
  const own = await table.post('/v1/games', { variant: 'nine', seat: 'black', names: { black: 'Bo' }, start: 'bbb/w1w/3/2w3/w2/3/1w1 b 4,6 1 0 8' });
  const PAGES = {
    home: '/', play: `/play/${game.id}`, games: '/variants', game: '/variants/seven', join: `/play/${game.id}#invitation`,
    lessons: '/learn', lesson: '/learn/mill', own: `/play/${own.game.id}`,
  };
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [360, 768, 1440]) {
      const player = await table.player({ width, colorScheme });
      await player.sit(own);
      for (const [name, where] of Object.entries(PAGES)) {
        await player.go(where);
        await player.page.locator('main h1').waitFor();
        if (name === 'own') await player.page.locator('.removable').first().waitFor();
        await player.picture(`${name}-${width}-${colorScheme}`);
        if (name === 'own') {
          for (const each of await player.page.locator('.panel details > summary').all()) await each.click();
        }
        assert.deepEqual(await faults(player), [], `${name} ${width} ${colorScheme}`);
        const wide = await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} is ${wide} pixels too wide for ${width}`);
      }
      await player.leave();
    }
  }
});

test('the page speaks the language of the browser, or the one that is chosen', async () => {
  for (const [language, title] of [['en', 'Mølle with a friend'], ['da', 'Mølle med en ven'], ['nb', 'Mølle med en venn'], ['de', 'Mühle mit Freunden']]) {
    const player = await table.player({ language });
    await player.go('/');
    await player.reads(title);
    assert.equal(await player.page.getAttribute('html', 'lang'), language);
    await player.leave();
  }
  const player = await table.player();
  await player.go('/');
  await player.page.getByLabel('Language').selectOption('de');
  await player.reads('Mühle mit Freunden');
  await player.go('/variants/nine');
  await player.reads('Mühle');
  await player.leave();
});

test('the page to try the API breaks no rule of its own', async () => {
  const player = await table.player();
  await player.go('/docs/');
  await player.page.locator('#operations-variants-list_variants').click();
  await player.page.locator('.execute').click();
  await player.page.locator('.live-responses-table', { hasText: 'rulesInWords' }).waitFor();
  await player.page.locator('.authorize').first().click();
  await player.page.locator('.modal-ux').waitFor();
  await player.leave();
});
