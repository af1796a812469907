// The guide: every lesson is done, by clicks.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { open } from './support.mjs';

/** The answers, by lesson and step. */
const ANSWERS = {
  'placing 1': 'a1', 'placing 2': 'd6', 'mill 1': 'g7', 'mill 2': 'd5', 'removing 1': 'xb6', 'removing 2': 'xd3',
  'moving 1': 'd6-d5', 'open-close 1': 'd5-d6', 'open-close 2': 'd6-d5', 'open-close 3': 'xf4', 'flying 1': 'g7-d5',
  'winning 1': 'xd2', 'winning 2': 'f4-g4', 'double-mill 1': 'd6-d5', 'double-mill 2': 'd5-d6', 'three 1': 'b2',
  'three 2': 'c1', 'six 1': 'e5', 'others 1': 'c5', 'others 2': 'd5', 'others 3': 'c3',
  'others 4': 'c3-c2',
};

let table;
before(async () => { table = await open(); });
after(() => table.close());

test('every lesson is done', async () => {
  const player = await table.player();
  const { lessons } = await table.get('/v1/lessons');
  let tasks = 0;
  await player.go('/learn');
  await player.page.locator('.lessons a').first().click();
  for (const [index, { id, stepCount }] of lessons.entries()) {
    for (let number = 1; number <= stepCount; number += 1) {
      await player.page.getByText(`Step ${number} of ${stepCount}`).waitFor();
      const answer = ANSWERS[`${id} ${number}`];
      if (answer) {
        await player.play(answer);
        await player.page.locator('.verdict.good').waitFor();
        tasks += 1;
      }
      if (number < stepCount) await player.button('Next').click();
    }
    if (id === 'double-mill') await player.picture('lesson-1280-light');
    if (index + 1 < lessons.length) await player.page.getByRole('link', { name: 'Next lesson' }).click();
  }
  assert.equal(tasks, Object.keys(ANSWERS).length);
  await player.go('/learn');
  await player.page.locator('.lessons .done').nth(lessons.length - 1).waitFor();
  await player.leave();
});

test('a wrong answer is explained, and the task stays', async () => {
  const player = await table.player({ language: 'de' });
  await player.go('/learn/removing');
  await player.page.locator('.point.open[data-point="b6"]').waitFor();
  await player.point('d3').click();
  await player.page.locator('.verdict.bad', { hasText: 'd3' }).waitFor();
  await player.play('xb6');
  await player.page.locator('.verdict.good').waitFor();
  await player.leave();
});
