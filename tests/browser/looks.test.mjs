// How the pages look at every width, by day and night, and to those who do not look.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { open } from './support.mjs';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Bytes that a first visit to a page loads, as they are before compression. */
const BYTES_MAX = 150_000;

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
  const { game } = await table.post('/v1/games', { variant: 'nine', visibility: 'public', names: { white: 'Ada' }, clock: { totalMs: 300_000, incrementMs: 3000 } });
  const PAGES = { home: '/', play: `/play/${game.id}`, join: `/play/${game.id}#invitation`, games: '/variants', game: '/variants/seven', lessons: '/learn', lesson: '/learn/mill' };
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [360, 768, 1440]) {
      for (const [name, where] of Object.entries(PAGES)) {
        const player = await table.player({ width, colorScheme });
        await player.go(where);
        await player.page.locator('main h1').waitFor();
        assert.deepEqual(await faults(player), [], `${name} ${width} ${colorScheme}`);
        const wide = await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} is ${wide} pixels too wide for ${width}`);
        await player.picture(`${name}-${width}-${colorScheme}`);
        await player.leave();
      }
    }
  }
});

test('a visit loads little', async () => {
  const player = await table.player();
  let bytes = 0;
  const bodies = [];
  player.page.on('response', (answer) => bodies.push(answer.body().then((body) => { bytes += body.length; }).catch(() => {})));
  await player.go('/');
  await player.page.locator('.tile').first().waitFor();
  await Promise.all(bodies);
  assert.ok(bytes < BYTES_MAX, `${bytes} bytes`);
  await player.leave();
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
