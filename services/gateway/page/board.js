// A board of any shape: drawn as SVG from the geometry that the API gives, with a button on every
// point, so that touch, mouse, keyboard and screen readers all find the same things.

import { h, s } from './dom.js';
import { t } from './texts.js';

/** Units from one point of the grid to the next. */
const STEP = 100;
const EDGE = 76;
/** How far a man is dragged before it is a drag and no tap, in pixels. */
const DRAG = 8;
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The units that a board is wide. */
export const sizeOf = (geometry) => (geometry.width - 1) * STEP + 2 * EDGE;

const radiusOf = (geometry) => 15 + 3 * geometry.width;

function place(geometry, point) {
  return { x: EDGE + point.x * STEP, y: EDGE + (geometry.width - 1 - point.y) * STEP };
}

/** The drawn board alone: a picture, also as a thumbnail. */
export function drawing(geometry, { men = new Map(), plain = false } = {}) {
  const size = sizeOf(geometry);
  const at = new Map(geometry.points.map((point) => [point.name, place(geometry, point)]));
  const joined = new Map();
  for (const points of [...geometry.lines, ...geometry.links]) {
    for (let i = 1; i < points.length; i += 1) {
      const pair = [points[i - 1], points[i]].sort();
      joined.set(pair.join(), pair);
    }
  }
  const path = [...joined.values()]
    .map(([a, b]) => `M${at.get(a).x} ${at.get(a).y}L${at.get(b).x} ${at.get(b).y}`)
    .join('');
  return s('svg', { viewBox: `0 0 ${size} ${size}`, class: plain ? 'drawing plain' : 'drawing', 'aria-hidden': 'true', focusable: 'false' },
    s('rect', { class: 'slab', x: 2, y: 2, width: size - 4, height: size - 4, rx: 22 }),
    !plain && s('rect', { class: 'grained', x: 4, y: 4, width: size - 8, height: size - 8, rx: 20 }),
    !plain && s('rect', { class: 'inlay', x: 10, y: 10, width: size - 20, height: size - 20, rx: 15 }),
    s('path', { class: 'lines', d: path }),
    s('g', { class: 'holes' }, [...at.values()].map(({ x, y }) => s('circle', { cx: x, cy: y, r: 9 }))),
    [...men].map(([point, side]) => man(side, at.get(point), radiusOf(geometry))));
}

/** A man, standing at a place of the drawing. */
export function man(side, at, radius) {
  const group = s('g', { class: `man ${side}` },
    s('circle', { class: 'shade', r: radius, cy: radius * 0.12 }),
    s('circle', { class: 'body', r: radius }),
    s('circle', { class: 'groove', r: radius * 0.7 }),
    s('circle', { class: 'groove', r: radius * 0.36 }));
  if (at) stand(group, at);
  return group;
}

function stand(element, { x, y }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}

/** A board that is played on. */
export class Board {
  /** `onpoint(name)` hears of a tap, `ondrop(from, to)` of a man that was dragged. */
  constructor(geometry, { onpoint, ondrop, label }) {
    this.geometry = geometry;
    this.onpoint = onpoint;
    this.ondrop = ondrop;
    this.size = sizeOf(geometry);
    this.radius = radiusOf(geometry);
    this.at = new Map(geometry.points.map((point) => [point.name, place(geometry, point)]));
    this.men = new Map();
    this.pieces = new Map();
    this.shown = {};
    this.svg = drawing(geometry);
    this.layers = {};
    for (const name of ['names', 'mills', 'marks', 'pieces', 'aims']) {
      this.layers[name] = s('g', { class: name });
    }
    this.svg.append(...Object.values(this.layers));
    this.nameFilesAndRanks();
    this.buttons = new Map(geometry.points.map((point) => [point.name, this.pointButton(point)]));
    this.element = h('div', { class: 'board', role: 'group', 'aria-label': label },
      this.svg, h('div', { class: 'points' }, [...this.buttons.values()]));
    this.rove(geometry.points[0].name);
  }

  nameFilesAndRanks() {
    const edge = 26;
    for (let i = 0; i < this.geometry.width; i += 1) {
      const along = EDGE + i * STEP;
      this.layers.names.append(
        s('text', { x: along, y: this.size - edge + 7 }, String.fromCharCode(97 + i)),
        s('text', { x: edge, y: this.size - along + 7 }, String(i + 1)));
    }
  }

  pointButton(point) {
    const button = h('button', { type: 'button', class: 'point', 'data-point': point.name, tabindex: -1 });
    const { x, y } = this.at.get(point.name);
    const share = (units) => `${(100 * units) / this.size}%`;
    const reach = Math.min(STEP, this.radius * 2.8);
    button.style.left = share(x - reach / 2);
    button.style.top = share(y - reach / 2);
    button.style.width = share(reach);
    button.style.height = share(reach);
    button.addEventListener('click', () => {
      if (this.dragged) return;
      this.rove(point.name);
      this.onpoint(point.name);
    });
    button.addEventListener('focus', () => this.rove(point.name));
    button.addEventListener('keydown', (event) => this.key(event, point.name));
    button.addEventListener('pointerdown', (event) => this.grab(event, point.name));
    return button;
  }

  /** Makes a point the one that Tab finds. */
  rove(name) {
    if (this.home) this.buttons.get(this.home).tabIndex = -1;
    this.home = name;
    this.buttons.get(name).tabIndex = 0;
  }

  /** Puts the keyboard's focus on the board. */
  focus() {
    this.buttons.get(this.home).focus();
  }

  key(event, name) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      const next = this.towards(name, arrow);
      if (next) this.buttons.get(next).focus();
      return;
    }
    // A point's name, typed: its file, then its rank.
    if (/^[a-g]$/i.test(event.key)) this.file = event.key.toLowerCase();
    else if (/^[1-7]$/.test(event.key) && this.file) {
      this.buttons.get(this.file + event.key)?.focus();
      this.file = undefined;
    }
  }

  /** The neighbour that lies most in the direction of an arrow, or else the nearest point there. */
  towards(name, [dx, dy]) {
    const points = new Map(this.geometry.points.map((point) => [point.name, point]));
    const from = points.get(name);
    const near = new Set();
    for (const joined of [...this.geometry.lines, ...this.geometry.links]) {
      const i = joined.indexOf(name);
      if (i >= 0) for (const point of [joined[i - 1], joined[i + 1]]) if (point) near.add(point);
    }
    const best = (names, least, cost) => [...names]
      .filter((point) => point !== name)
      .map((point) => {
        const [x, y] = [points.get(point).x - from.x, points.get(point).y - from.y];
        const length = Math.hypot(x, y);
        return { point, along: (x * dx + y * dy) / length, length };
      })
      .filter(({ along }) => along > least)
      .sort((a, b) => cost(a) - cost(b))[0]?.point;
    return best(near, 0.5, ({ along }) => -along)
      ?? best(points.keys(), 0.3, ({ along, length }) => length * (2 - along));
  }

  /** Follows a pointer that drags a man. */
  grab(event, name) {
    this.dragged = false;
    if (event.button !== 0 || !this.shown.movable?.has(name)) return;
    const button = this.buttons.get(name);
    const piece = this.pieces.get(name);
    button.setPointerCapture(event.pointerId);
    const scale = this.size / this.svg.getBoundingClientRect().width;
    const spot = (moved) => {
      const { x, y } = this.at.get(name);
      return { x: x + (moved.clientX - event.clientX) * scale, y: y + (moved.clientY - event.clientY) * scale };
    };
    const move = (moved) => {
      const far = Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY);
      if (!this.dragged && far < DRAG) return;
      if (!this.dragged) {
        this.dragged = true;
        piece.classList.add('held');
        this.layers.pieces.append(piece);
      }
      stand(piece, spot(moved));
    };
    const drop = (dropped) => {
      button.removeEventListener('pointermove', move);
      button.removeEventListener('pointerup', drop);
      button.removeEventListener('pointercancel', drop);
      if (!this.dragged) return;
      piece.classList.remove('held');
      const target = dropped.type === 'pointerup' ? this.nearest(spot(dropped)) : undefined;
      stand(piece, this.at.get(name));
      if (target && target !== name) this.ondrop(name, target);
      // The click that follows the drag is no tap.
      setTimeout(() => { this.dragged = false; });
    };
    button.addEventListener('pointermove', move);
    button.addEventListener('pointerup', drop);
    button.addEventListener('pointercancel', drop);
  }

  nearest({ x, y }) {
    const far = (point) => Math.hypot(this.at.get(point).x - x, this.at.get(point).y - y);
    const point = [...this.at.keys()].sort((a, b) => far(a) - far(b))[0];
    return far(point) < STEP * 0.6 ? point : undefined;
  }

  /**
   * Shows a position: `men` (point to side), `mills` (lists of points), `closed` (those just closed),
   * `last` (a turn), and for the side that plays: `targets`, `movable`, `removable` (sets of points)
   * and `selected`; `lit` are points that a text speaks of.
   */
  show(shown) {
    this.shown = shown;
    this.moveMen(shown.men, shown.last);
    const { mills = [], closed = [], last, targets, movable, removable, selected, lit } = shown;
    this.layers.mills.replaceChildren(...mills.map((mill) => this.line(mill, closed)));
    const marks = [];
    if (last?.from) marks.push(this.ring('left', last.from, 19));
    if (last?.to) marks.push(this.ring('came', last.to, this.radius + 7));
    for (const point of last?.removed ?? []) marks.push(this.cross(point));
    for (const point of lit ?? []) marks.push(this.ring('lit', point, this.radius + 5));
    this.layers.marks.replaceChildren(...marks);
    const aims = [];
    for (const point of movable ?? []) if (!selected) aims.push(this.ring('can', point, this.radius + 5));
    for (const point of targets ?? []) aims.push(this.ring('target', point, 14));
    for (const point of removable ?? []) aims.push(this.ring('removable', point, this.radius + 6), this.cross(point));
    if (selected) aims.push(this.ring('selected', selected, this.radius + 6));
    this.layers.aims.replaceChildren(...aims);
    const inMill = new Set(mills.flat());
    for (const [name, button] of this.buttons) {
      const side = shown.men.get(name);
      const says = [name, side ? t(`man.${side}`) : t('empty')];
      if (side && inMill.has(name)) says.push(t('inMill'));
      if (name === selected) says.push(t('selected'));
      else if (removable?.has(name)) says.push(t('removable'));
      else if (targets?.has(name)) says.push(t('target'));
      else if (movable?.has(name)) says.push(t('movable'));
      if (last?.to === name) says.push(t('cameHere'));
      button.setAttribute('aria-label', says.join(', '));
      button.classList.toggle('open', Boolean(targets?.has(name) || removable?.has(name) || movable?.has(name)));
      button.classList.toggle('movable', Boolean(movable?.has(name)));
    }
  }

  moveMen(men, last) {
    const gone = [...this.men].filter(([point, side]) => men.get(point) !== side);
    const come = [...men].filter(([point, side]) => this.men.get(point) !== side);
    for (const [point, side] of come) {
      // The man that moved, or else one that is new.
      const free = ([left, was]) => was === side && !men.has(left);
      let from = gone.findIndex((it) => free(it) && it[0] === last?.from);
      if (from < 0 && come.length === 1) from = gone.findIndex(free);
      const left = from < 0 ? undefined : gone.splice(from, 1)[0][0];
      const piece = left ? this.pieces.get(left) : man(side, this.at.get(point), this.radius);
      if (left) this.pieces.delete(left);
      else piece.classList.add('placed');
      this.taken(point);
      stand(piece, this.at.get(point));
      this.layers.pieces.append(piece);
      this.pieces.set(point, piece);
    }
    for (const [point] of gone) if (!men.has(point)) this.taken(point);
    this.men = new Map(men);
  }

  taken(point) {
    this.pieces.get(point)?.remove();
    this.pieces.delete(point);
  }

  line(mill, closed) {
    const ends = [this.at.get(mill[0]), this.at.get(mill[2])];
    const fresh = closed.some((other) => other.join() === mill.join());
    return s('line', {
      class: fresh ? 'mill fresh' : 'mill', x1: ends[0].x, y1: ends[0].y, x2: ends[1].x, y2: ends[1].y,
    });
  }

  ring(kind, point, radius) {
    const { x, y } = this.at.get(point);
    return s('circle', { class: kind, cx: x, cy: y, r: radius });
  }

  cross(point) {
    const { x, y } = this.at.get(point);
    const path = (name) => s('path', { class: name, d: `M${x - 11} ${y - 11}l22 22m0-22l-22 22` });
    return s('g', { class: 'cross' }, path('halo'), path('strokes'));
  }
}
