// Elements, made in one call each.

const SVG = 'http://www.w3.org/2000/svg';

/** The children that there are: what a condition left out is null, undefined or false. */
const shown = (children) => children.flat().filter((child) => ![null, undefined, false].includes(child));

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...shown(children));
  return element;
}

/** An element of HTML: `h('p', { class: 'hint', onclick }, 'text', child)`. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of SVG. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Puts `children` in place of what an element holds. The keyboard's focus does not get lost with it. */
export function put(element, ...children) {
  const held = element.contains(document.activeElement);
  element.replaceChildren(...shown(children));
  if (held) (element.querySelector('button, a[href], input') ?? document.getElementById('main')).focus({ preventScroll: true });
}

/** A button with a text. */
export function button(text, onclick, attributes) {
  return h('button', { type: 'button', onclick, ...attributes }, text);
}

/** Says something to those who look and to those who listen. */
export function say(text, kind = 'note') {
  const place = document.getElementById('said');
  const note = h('p', { class: `said ${kind}` }, text);
  place.replaceChildren(note);
  clearTimeout(say.timer);
  say.timer = setTimeout(() => note.remove(), 4000 + 70 * text.length);
}

/** Tells those who listen alone. */
export function announce(text) {
  const place = document.getElementById('heard');
  place.append(h('p', null, text));
  while (place.children.length > 3) place.firstChild.remove();
}

/** Asks a question that needs a second thought. */
export function confirmed(question, yes, no) {
  return new Promise((resolve) => {
    const dialog = h('dialog', { 'aria-label': question },
      h('form', { method: 'dialog' },
        h('p', null, question),
        h('div', { class: 'row' },
          h('button', { value: 'yes', class: 'danger' }, yes),
          h('button', { value: 'no', autofocus: true }, no))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Copies a text, also where the page was not loaded over HTTPS. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h('textarea', { class: 'away', readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}
