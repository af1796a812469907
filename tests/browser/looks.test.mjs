// How the pages look at every width, by day and night, and to those who do not look.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { open } from './support.mjs';

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
