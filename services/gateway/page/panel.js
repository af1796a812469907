// Everything of a game beside the board: links, offers, the turns, what can be done, the rules.

import { ask, change, get, why } from './api.js';
import { keyOfSeat, seatByKey } from './device.js';
import { button, confirmed, copy, h, put, s, say } from './dom.js';
import { toSend } from './link.js';
import { other } from './notation.js';
import { rulesInWords } from './rules.js';
import { remember } from './seats.js';
import { sideName, t } from './texts.js';

/** The panel of a table. */
export class Panel {
  constructor(table) {
    this.table = table;
    this.links = h('div', null);
    this.offers = h('div', { 'aria-live': 'polite' });
    this.turns = h('ol', { class: 'turns', 'aria-label': t('turns') });
    this.actions = h('div', { class: 'row actions', role: 'group', 'aria-label': t('actions') });
    this.walk = this.walker();
    this.record = h('pre', { tabindex: 0, 'aria-label': t('record') });
    const { game, mine } = table;
    const record = h('details', { ontoggle: () => this.readRecord(record) },
      h('summary', null, t('record')), this.record,
      button(t('copy'), async () => say(t((await copy(this.record.textContent)) ? 'copied' : 'notCopied'))));
    this.recordDetails = record;
    this.rules = h('div', null);
    const rules = h('details', { ontoggle: () => this.readRules(rules) }, h('summary', null, t('tableRules')), this.rules,
      game.variant && h('p', null, h('a', { href: `/variants/${game.variant}` }, t('moreOnVariant'))));
    this.watchers = h('p', { class: 'quiet' });
    this.element = h('aside', { class: 'panel' },
      this.links, this.offers, this.actions,
      h('section', { class: 'card' }, h('h2', null, t('turns')), this.turns),
      h('section', { class: 'card' },
        rules,
        record,
        game.visibility !== 'private' && h('details', null, h('summary', null, t('letWatch')), toSend(t('watchLink'), `${location.origin}/play/${game.id}`)),
        mine.length === 1 && game.status !== 'finished' && keyOfSeat(game.id, mine[0]),
        !mine.length && game.status !== 'finished' && seatByKey(game.id, game.variant),
        this.watchers));
  }

  walker() {
    const { table } = this;
    const step = (towards) => {
      const steps = table.history.steps();
      const at = table.viewed ?? table.history.entries.length - 1;
      const next = towards < 0 ? steps.findLast((index) => index < at) : steps.find((index) => index > at);
      table.view(next ?? (towards < 0 ? 0 : undefined));
    };
    const go = (sign, name, does) => button(s('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, s('path', { d: sign })), does, { class: 'icon', 'aria-label': t(name), title: t(name) });
    this.back = [go('M4 3h3v14H4zM18 3v14L8 10z', 'toStartOfGame', () => table.view(0)), go('M15 3v14L5 10z', 'stepBack', () => step(-1))];
    this.forward = [go('M5 3v14l10-7z', 'stepForward', () => step(1)), go('M13 3h3v14h-3zM2 3v14l10-7z', 'toNow', () => table.view(undefined))];
    this.where = h('span', { class: 'where' });
    return h('div', { class: 'walk row', role: 'group', 'aria-label': t('walk') }, this.back, this.where, this.forward);
  }

  show() {
    this.showLinks();
    this.showOffers();
    this.showTurns();
    this.showActions();
    const { table } = this;
    const { spectators } = table.game;
    this.watchers.textContent = spectators ? t('spectators', { count: spectators }) : '';
    if (this.recordDetails.open) this.readRecord(this.recordDetails);
    const entries = table.history.entries.length;
    const at = table.viewed ?? entries - 1;
    const there = document.activeElement;
    for (const each of this.back) each.disabled = at <= 0;
    for (const each of this.forward) each.disabled = table.viewed === undefined;
    // Who came to an end by keyboard can go back at once.
    if (there.disabled && this.walk.contains(there)) this.walk.querySelector('button:enabled')?.focus();
    const turns = table.history.turns();
    const seen = turns.filter(({ index }) => index <= at).length;
    this.where.textContent = turns.length ? `${seen} / ${turns.length}` : '';
    this.walk.classList.toggle('past', table.viewed !== undefined);
  }

  showLinks() {
    const { game, kept } = this.table;
    const open = ['white', 'black'].filter((side) => !game.seats[side].taken);
    const key = game.status === 'finished' || !kept.owner ? '' : open.join();
    if (key === this.linksFor) return;
    this.linksFor = key;
    if (!key) {
      put(this.links);
      return;
    }
    const parts = open.map((side) => {
      const invitation = kept.invitations.find((it) => it.side === side);
      const url = invitation && (invitation.url ?? `${location.origin}/play/${game.id}#${invitation.invitation}`);
      return url ? toSend(t('sendLink', { name: t(side) }), url) : button(t('newLink', { name: t(side) }), () => this.invite(side));
    });
    put(this.links, h('section', { class: 'card invite' }, h('h2', null, t('invite')), parts));
  }

  /** A new invitation to a seat, which ends the one before. */
  async invite(side) {
    const { table } = this;
    try {
      const { invitation, game } = await change(`${table.path}/invitations`, { side }, table.kept.owner);
      const others = table.kept.invitations.filter((it) => it.side !== side);
      table.kept = remember(table.game.id, { invitations: [...others, invitation] });
      if (game) table.take(game);
      this.linksFor = undefined;
      table.shown();
    } catch (error) {
      say(why(error), 'bad');
    }
  }

  showOffers() {
    const { table } = this;
    const { game, mine } = table;
    const parts = [];
    const question = (text, answer) => parts.push(h('div', { class: 'card offer' }, h('p', null, text), h('div', { class: 'row' },
      button(t('yes'), () => answer(true), { class: 'main' }), button(t('no'), () => answer(false)))));
    if (game.status !== 'finished' && mine.length === 1) {
      const { draw, takeback } = game.offers;
      const answer = (what) => (accept) => table.change(what, { accept }, mine[0]);
      if (draw && draw !== mine[0]) question(t('drawOffered', { name: sideName(draw, game.seats) }), answer('draw-answers'));
      if (takeback && takeback !== mine[0]) question(t('takebackAsked', { name: sideName(takeback, game.seats) }), answer('takeback-answers'));
      if (draw === mine[0]) parts.push(h('p', { class: 'quiet' }, t('drawIsOffered')));
      if (takeback === mine[0]) parts.push(h('p', { class: 'quiet' }, t('takebackIsAsked')));
    }
    const key = JSON.stringify([game.status, game.offers]);
    if (key !== this.offersFor) put(this.offers, parts);
    this.offersFor = key;
  }

  showTurns() {
    const { table } = this;
    const turns = table.history.turns();
    const rows = [];
    turns.forEach((turn) => {
      const row = rows.at(-1);
      if (turn.side === 'white' || !row || row.black) rows.push({ [turn.side]: turn });
      else row.black = turn;
    });
    const at = table.viewed ?? turns.at(-1)?.index;
    const cell = (turn) => (turn
      ? button(turn.turn, () => table.view(turn.index), { 'data-index': turn.index })
      : h('span', null, '…'));
    const key = JSON.stringify(turns);
    if (key !== this.turnsFor) {
      put(this.turns, rows.map((row, i) => h('li', null, h('span', { class: 'number' }, `${i + 1}.`), cell(row.white), row.black ? cell(row.black) : null)));
      if (!rows.length) put(this.turns, h('li', { class: 'quiet' }, t('noTurns')));
    }
    this.turnsFor = key;
    for (const each of this.turns.querySelectorAll('button')) {
      if (Number(each.dataset.index) === at) each.setAttribute('aria-current', 'step');
      else each.removeAttribute('aria-current');
    }
    // Once it is laid out: to ask for that here would lay out twice.
    requestAnimationFrame(() => {
      const current = this.turns.querySelector('[aria-current]');
      this.turns.scrollTop = current ? current.offsetTop - this.turns.clientHeight / 2 : 0;
    });
  }

  showActions() {
    const { table } = this;
    const { game, mine } = table;
    const parts = [];
    const act = (key, does, kind) => parts.push(button(t(key), does, { class: kind, 'data-does': key }));
    if (game.status === 'finished') this.afterwards(act);
    else if (mine.length) this.during(act);
    const key = JSON.stringify([game.status, game.offers, game.ply, game.side, parts.length]);
    if (key !== this.actionsFor) put(this.actions, parts);
    this.actionsFor = key;
  }

  during(act) {
    const { table } = this;
    const { game, mine } = table;
    const both = mine.length === 2;
    const me = both ? game.side : mine[0];
    const played = game.ply - Number(game.start.split(' ').at(-1));
    if (both) {
      const mover = game.removalsOwed ? game.side : other(game.side);
      if (played > 0) act('takeBack', async () => {
        if (await table.change('takeback-requests', {}, mover)) await table.change('takeback-answers', { accept: true }, other(mover));
      });
      if (played > 1) act('agreeDraw', async () => {
        if (await confirmed(t('askDraw'), t('agreeDraw'), t('no')) && await table.change('draw-offers', {}, me)) await table.change('draw-answers', { accept: true }, other(me));
      });
    } else {
      if (played > 0 && !game.offers.takeback) act('askTakeback', () => table.change('takeback-requests', {}, me));
      if (!game.offers.draw) act('offerDraw', () => table.change('draw-offers', {}, me));
    }
    if (played < 2) act('abort', async () => (await confirmed(t('askAbort'), t('abort'), t('no'))) && table.change('abort', {}, me));
    else act('resign', async () => (await confirmed(t('askResign'), t('resign'), t('no'))) && table.change('resign', {}, me), 'danger');
  }

  afterwards(act) {
    const { table } = this;
    const { game, mine } = table;
    const next = game.offers.rematchGameId;
    if (next) act('toRematch', () => { location.assign(`/play/${next}`); }, 'main');
    else if (mine.length && game.seats.white.taken && game.seats.black.taken) {
      if (game.offers.rematch && mine.includes(game.offers.rematch) && mine.length === 1) act('rematchIsWanted', () => say(t('rematchIsWanted')));
      else act(game.offers.rematch ? 'acceptRematch' : 'rematch', () => table.wantRematch(), 'main');
    }
    act('newGame', () => location.assign('/'));
  }

  async readRules(details) {
    if (!details.open || this.rules.firstChild) return;
    try {
      const { rulesInWords: words } = await ask('/v1/rules/describe', { rules: this.table.game.rules });
      put(this.rules, rulesInWords(words));
    } catch (error) {
      say(why(error), 'bad');
    }
  }

  async readRecord(details) {
    const { table } = this;
    if (!details.open || this.recordOf === table.game.revision) return;
    this.recordOf = table.game.revision;
    try {
      this.record.textContent = await get(`${table.path}/record`, table.token());
    } catch (error) {
      this.record.textContent = why(error);
    }
  }
}
