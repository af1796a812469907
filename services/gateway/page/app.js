// Which page an address shows.

import { Problem, why } from './api.js';
import { button, h, put, s } from './dom.js';
import { LANGUAGES, choose, language, loadTexts, t } from './texts.js';

const PAGES = [
  [/^\/$/, async () => (await import('./home.js')).homePage],
  [/^\/play\/([^/]+)\/?$/, async () => (await import('./play.js')).playPage],
  [/^\/learn\/?$/, async () => (await import('./learn.js')).lessonsPage],
  [/^\/learn\/([^/]+)\/?$/, async () => (await import('./learn.js')).lessonPage],
  [/^\/variants\/?$/, async () => (await import('./variants.js')).variantsPage],
  [/^\/variants\/([^/]+)\/?$/, async () => (await import('./variants.js')).variantPage],
];

async function show() {
  const [, load, match] = PAGES.map(([path, load]) => [path, load, location.pathname.match(path)]).find(([, , match]) => match) ?? [];
  const loading = load?.();
  // It is waited for below; until then a failure of it is nobody's.
  loading?.catch(() => {});
  try {
    await loadTexts();
  } catch {
    document.body.classList.add('failed');
    return;
  }
  frame();
  const main = document.getElementById('main');
  if (!load) {
    fail(main, t('nothingHere'));
    return;
  }
  let page;
  try {
    page = await loading;
  } catch {
    fail(main, t('offline'));
    return;
  }
  try {
    await page(main, ...match.slice(1).map(decodeURIComponent));
  } catch (error) {
    fail(main, why(error));
    if (!(error instanceof Problem)) console.error(error);
  }
}

function fail(main, reason) {
  put(main, h('section', { class: 'card narrow' }, h('h1', null, t('wentWrong')), h('p', null, reason),
    h('p', { class: 'row' }, button(t('tryAgain'), () => location.reload(), { class: 'main' }), h('a', { href: '/' }, t('toStart')))));
}

function frame() {
  document.querySelector('.skip').textContent = t('skip');
  const here = location.pathname.split('/')[1];
  const link = (path, key) => h('a', { href: path, 'aria-current': path === `/${here}` ? 'page' : null }, t(key));
  put(document.getElementById('nav'),
    link('/', 'play'), link('/learn', 'learn'), link('/variants', 'variants'),
    h('a', { href: '/docs/', class: 'wide' }, t('api')));
  put(document.getElementById('tongue'),
    h('select', { 'aria-label': t('language'), onchange: (event) => choose(event.target.value) },
      Object.entries(LANGUAGES).map(([tag, name]) => h('option', { value: tag, selected: tag === language, lang: tag }, name))));
}

/** The wood that every drawing is made of. */
function wood() {
  const stop = (offset, name) => s('stop', { offset, class: name });
  document.body.append(s('svg', { class: 'heard', 'aria-hidden': 'true', width: 0, height: 0 },
    s('defs', null,
      s('linearGradient', { id: 'wood', x1: 0, y1: 0, x2: 1, y2: 1 }, stop(0, 'wood-1'), stop(1, 'wood-2')),
      s('radialGradient', { id: 'white-man', cx: 0.38, cy: 0.32, r: 0.8 }, stop(0, 'white-1'), stop(1, 'white-2')),
      s('radialGradient', { id: 'black-man', cx: 0.38, cy: 0.32, r: 0.8 }, stop(0, 'black-1'), stop(1, 'black-2')),
      s('pattern', { id: 'grain', width: 600, height: 130, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(2)' },
        s('path', { class: 'grain', d: 'M0 8q150-7 300 0t300 0M0 21q150 5 300 0t300 0M0 29q150-3 300 0t300 0M0 47q150 9 300 0t300 0M0 58q150-4 300 0t300 0M0 77q150 6 300 0t300 0M0 92q150-8 300 0t300 0M0 101q150-5 300 0t300 0M0 119q150 4 300 0t300 0' })))));
}

wood();
show();
