// Something to take to another device: to copy, to share, to photograph.

import { button, copy, h, put, s, say } from './dom.js';
import { t } from './texts.js';

/** A text with a label; `url` says that it is an address, which can be shared. */
export function toSend(label, text, { url = true } = {}) {
  const input = h('input', { readonly: true, value: text, 'aria-label': label, onfocus: (event) => event.target.select() });
  const code = h('details', { class: 'qr', ontoggle: () => show(code, text) }, h('summary', null, t('qr')), h('div', null));
  return h('div', { class: 'link' },
    h('p', null, label),
    h('div', { class: 'row' }, input,
      button(t('copy'), async () => say(t((await copy(text)) ? 'copied' : 'notCopied')), { class: 'main' }),
      url && navigator.share && button(t('share'), () => navigator.share({ url: text, title: 'Mølle' }).catch(() => {}))),
    code);
}

/** Draws the code here, so that what it says is sent nowhere to be drawn. */
async function show(details, text) {
  const place = details.lastElementChild;
  if (!details.open || place.firstChild) return;
  try {
    const { generate } = await import('./lean-qr.js');
    put(place, picture(generate(text)));
  } catch {
    put(place, h('p', null, t('offline')));
  }
}

/** The code with the quiet zone of four modules that readers need. */
function picture(code) {
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + 4} ${y + 4}h1v1h-1z`;
  }
  const size = code.size + 8;
  return s('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t('qr'), 'shape-rendering': 'crispEdges' },
    s('rect', { width: size, height: size, fill: '#fff' }), s('path', { d: path, fill: '#000' }));
}
