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
        rulesInWords(variant.rulesInWords),
        h('p', null, h('a', { class: 'main', href: `/?variant=${id}` }, t('playThis'))))),
    id !== ORDINARY && h('section', { class: 'card' }, h('h2', null, t('comparedWith', { name: ordinary.name })), table(comparison.rows, ordinary, variant)),
    h('section', { class: 'card' }, h('h2', null, t('history')), h('p', { class: 'prose' }, variant.history)),
    h('p', null, h('a', { href: '/variants' }, t('allVariants'))));
}

function table(rows, left, right) {
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('comparedWith', { name: left.name }) },
    h('table', null,
      h('thead', null, h('tr', null, h('td', null), h('th', { scope: 'col' }, left.name), h('th', { scope: 'col' }, right.name))),
      h('tbody', null, rows.map((row) => h('tr', { class: row.same ? null : 'differs' },
        h('th', { scope: 'row' }, row.name), h('td', null, row.left), h('td', null, row.right))))));
}
