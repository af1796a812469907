// Every game: what it is, how it differs from ordinary mølle, where it comes from.

import { get } from './api.js';
import { drawing } from './board.js';
import { h, put } from './dom.js';
import { rulesInWords } from './rules.js';
import { t } from './texts.js';

const ORDINARY = 'nine';

/** Shows them all. */
export async function variantsPage(main) {
  const { variants } = await get('/v1/variants');
  document.title = `${t('variants')} · Mølle`;
  put(main, h('h1', null, t('variants')), h('p', null, t('variantsMore')),
    h('ul', { class: 'gallery' }, variants.map(({ id, name, board }) => h('li', null,
      h('a', { href: `/variants/${id}` }, drawing(board, { plain: true }), h('span', null, name))))));
}

/** Shows one. */
export async function variantPage(main, id) {
  const [variant, ordinary, comparison] = await Promise.all([
    get(`/v1/variants/${id}`), get(`/v1/variants/${ORDINARY}`), get(`/v1/variants/${ORDINARY}/compare/${id}`),
  ]);
  document.title = `${variant.name} · Mølle`;
  put(main,
    h('div', { class: 'variant' },
      h('div', { class: 'preview' }, drawing(variant.board)),
      h('div', null,
        h('h1', null, variant.name),
        h('p', { class: 'quiet' }, variant.board.name),
        h('p', null, h('a', { class: 'main', href: `/?variant=${id}` }, t('playThis'))),
        rulesInWords(variant.rulesInWords))),
    id !== ORDINARY && h('section', { class: 'card' }, h('h2', null, t('comparedWith', { name: ordinary.name })), table(comparison.rows, ordinary, variant)),
    h('section', { class: 'card' }, h('h2', null, t('history')), h('p', { class: 'prose' }, variant.history)),
    h('p', null, h('a', { href: '/variants' }, t('allVariants'))));
}

function table(rows, left, right) {
  // The roles keep it a table where it is laid out as a list, on narrow screens.
  const line = (attributes, ...cells) => h('tr', { role: 'row', ...attributes }, cells);
  const head = (text) => h('th', { scope: 'col', role: 'columnheader' }, text);
  const cell = (text) => h('td', { role: 'cell' }, text);
  return h('table', { role: 'table' },
    h('thead', { role: 'rowgroup' }, line(null, cell(''), head(left.name), head(right.name))),
    h('tbody', { role: 'rowgroup' }, rows.map((row) => line({ class: row.same ? null : 'differs' },
      h('th', { scope: 'row', role: 'rowheader' }, row.name), cell(row.left), cell(row.right)))));
}
