// Where a table is set: the game, the house rules, who begins, the clock, and who may look on.

import { ask, change, get, why } from './api.js';
import { drawing } from './board.js';
import { h, put, say } from './dom.js';
import { readPosition } from './notation.js';
import { rulesInWords } from './rules.js';
import { anyToken, forget, kept, playerName, remember, rememberName } from './seats.js';
import { sideName, t } from './texts.js';

const MINUTE = 60_000;
/** The clocks that are offered by name. */
const CLOCKS = {
  none: undefined,
  '3+2': { totalMs: 3 * MINUTE, incrementMs: 2000 },
  '5+3': { totalMs: 5 * MINUTE, incrementMs: 3000 },
  '10+5': { totalMs: 10 * MINUTE, incrementMs: 5000 },
  '1d': { turnDays: 1 },
  '3d': { turnDays: 3 },
  '7d': { turnDays: 7 },
  own: undefined,
};
/** How many games are listed. */
const LISTED = 6;

/** Shows the set-up. */
export async function homePage(main) {
  const { variants } = await get('/v1/variants');
  const asked = new URLSearchParams(location.search).get('variant');
  const setup = new Setup(variants, variants.find(({ id }) => id === asked) ?? variants[0]);
  const games = h('div', { class: 'lists' });
  put(main, h('div', { class: 'welcome' }, h('h1', null, t('welcome')), h('p', null, t('welcomeMore'))), setup.element, games);
  listGames(games, variants);
}

const choices = (name, values, chosen, label, onchange) => h('fieldset', { class: 'choices' }, h('legend', null, label),
  h('div', { class: 'segments' }, values.map((value) => h('label', null,
    h('input', { type: 'radio', name, value, checked: value === chosen, onchange }),
    h('span', null, t(`${name}.${value}`))))));

const select = (name, values, label) => h('p', { class: 'field' }, h('label', { for: name }, label),
  h('select', { id: name, name }, values.map(([value, text]) => h('option', { value }, text))));

class Setup {
  constructor(variants, chosen) {
    this.variants = variants;
    this.name = h('input', { id: 'name', maxlength: 64, autocomplete: 'nickname', value: playerName() });
    this.options = h('div', { class: 'options' });
    this.picture = h('div', { class: 'preview' });
    this.rules = h('div', { 'aria-live': 'polite' });
    this.title = h('h2', null);
    this.ownClock = h('div', { class: 'row', hidden: true },
      h('p', { class: 'field' }, h('label', { for: 'minutes' }, t('minutes')), h('input', { id: 'minutes', type: 'number', min: 1, max: 1440, value: 15 })),
      h('p', { class: 'field' }, h('label', { for: 'seconds' }, t('seconds')), h('input', { id: 'seconds', type: 'number', min: 0, max: 300, value: 10 })));
    this.form = h('form', { class: 'card setup', onsubmit: (event) => this.create(event) },
      this.variantChoice(chosen),
      choices('seat', ['white', 'black', 'random', 'both', 'none'], 'white', t('yourSeat')),
      choices('firstToAct', ['white', 'black', 'random'], 'white', t('whoBegins')),
      select('clock', Object.keys(CLOCKS).map((key) => [key, t(`clock.${key}`)]), t('clock')),
      this.ownClock,
      h('p', { class: 'field' }, h('label', { for: 'name' }, t('yourName')), this.name),
      h('details', null, h('summary', null, t('houseRules')), this.options),
      h('details', null, h('summary', null, t('whoMayWatch')), choices('visibility', ['unlisted', 'public', 'private'], 'unlisted', t('whoMayWatch'))),
      h('p', null, h('button', { type: 'submit', class: 'main big' }, t('makeTable'))));
    this.form.elements.clock.addEventListener('change', () => { this.ownClock.hidden = this.form.elements.clock.value !== 'own'; });
    this.element = h('div', { class: 'home' }, this.form,
      h('section', { class: 'card about' }, this.title, this.picture, this.rules));
    this.choose(chosen);
  }

  variantChoice(chosen) {
    return h('fieldset', { class: 'variants' }, h('legend', null, t('whichGame')),
      h('div', { class: 'tiles' }, this.variants.map((variant) => h('label', { class: 'tile' },
        h('input', { type: 'radio', name: 'variant', value: variant.id, checked: variant === chosen, onchange: () => this.choose(variant) }),
        drawing(variant.board, { plain: true }),
        h('span', null, variant.name)))));
  }

  choose(variant) {
    this.variant = variant;
    this.title.textContent = variant.name;
    put(this.picture, drawing(variant.board));
    put(this.options, variant.options.map((option) => this.option(option)));
    put(this.rules, rulesInWords(variant.rulesInWords), this.more());
  }

  more() {
    return h('p', null, h('a', { href: `/variants/${this.variant.id}` }, t('moreOnVariant')));
  }

  option({ field, values, min, max, name }) {
    const own = this.variant.rules[field];
    const describe = () => this.describe();
    if (values.length) {
      return h('p', { class: 'field' }, h('label', { for: field }, name),
        h('select', { id: field, 'data-option': field, onchange: describe }, values.map((value) => h('option', { value: JSON.stringify(value), selected: value === own }, t(`${field}.${value}`)))));
    }
    return h('p', { class: 'field' }, h('label', { for: field }, `${name} (${min}–${max}, 0: ${t('never')})`),
      h('input', { id: field, type: 'number', min: 0, max, value: own, required: true, 'data-option': field, onchange: describe }));
  }

  /** The rules of the table: the variant, and what is different at it. */
  selection() {
    const options = {};
    for (const input of this.options.querySelectorAll('[data-option]')) {
      const value = JSON.parse(input.value || '0');
      if (value !== this.variant.rules[input.dataset.option]) options[input.dataset.option] = value;
    }
    return { variant: this.variant.id, ...(Object.keys(options).length && { options }) };
  }

  async describe() {
    const { variant } = this;
    try {
      const { rulesInWords: words } = await ask('/v1/rules/describe', this.selection());
      if (variant === this.variant) put(this.rules, rulesInWords(words), this.more());
    } catch (error) {
      say(why(error), 'bad');
    }
  }

  clock() {
    const value = this.form.elements.clock.value;
    if (value !== 'own') return CLOCKS[value];
    const { minutes, seconds } = this.form.elements;
    return { totalMs: Number(minutes.value) * MINUTE, incrementMs: Number(seconds.value) * 1000 };
  }

  async create(event) {
    event.preventDefault();
    const { seat, firstToAct, visibility } = this.form.elements;
    const name = this.name.value.trim();
    const clock = this.clock();
    const send = this.form.querySelector('[type=submit]');
    send.disabled = true;
    rememberName(name);
    try {
      // The lot is drawn here, so that the name goes to the seat that it falls on.
      const lot = crypto.getRandomValues(new Uint8Array(1))[0] & 1 ? 'white' : 'black';
      const taken = seat.value === 'random' ? lot : seat.value;
      const names = name && ['white', 'black'].includes(taken) && { names: { [taken]: name } };
      const made = await change('/v1/games', {
        ...this.selection(), ...names, ...(clock && { clock }), seat: taken, firstToAct: firstToAct.value, visibility: visibility.value,
      });
      const tokens = Object.fromEntries(made.seats.map(({ side, token }) => [side, token]));
      remember(made.game.id, { tokens, owner: made.ownerToken, invitations: made.invitations, variant: this.variant.id });
      location.assign(`/play/${made.game.id}`);
    } catch (error) {
      send.disabled = false;
      say(why(error), 'bad');
    }
  }
}

async function listGames(place, variants) {
  const nameOf = (id) => variants.find((variant) => variant.id === id)?.name ?? '';
  const boardOf = (id) => variants.find((variant) => variant.id === id)?.board;
  const card = (game, mine) => {
    const board = boardOf(game.variant);
    const men = board && readPosition(game.position, board.points).men;
    const players = `${sideName('white', game.seats)} – ${sideName('black', game.seats)}`;
    const turn = game.outcome?.message ?? (mine?.[game.side] ? t('yourTurn') : t('sideToAct', { name: sideName(game.side, game.seats) }));
    return h('li', null, h('a', { href: `/play/${game.id}`, class: 'game' }, board && drawing(board, { men, plain: true }),
      h('span', null, h('strong', null, nameOf(game.variant)), h('span', null, players), h('span', { class: 'quiet' }, turn))));
  };
  const list = (title, cards) => cards.length > 0 && h('section', { class: 'card' }, h('h2', null, title), h('ul', { class: 'games' }, cards));
  const own = await Promise.all(kept().slice(0, LISTED).map(async ({ id, ...table }) => {
    try {
      return card((await get(`/v1/games/${id}`, anyToken(table))).game, table.tokens);
    } catch (error) {
      if (error.status === 404) forget(id);
      return undefined;
    }
  }));
  const open = await get('/v1/games?status=running').catch(() => ({ games: [] }));
  put(place, list(t('yourGames'), own.filter(Boolean)), list(t('watchGames'), open.games.slice(0, LISTED).map((game) => card(game))));
}
