// The page of one game: its state, and how it is kept in step with the service.

import { Problem, ask, change, follow, get, why } from './api.js';
import { Board } from './board.js';
import { Clocks } from './clock.js';
import { seatByKey } from './device.js';
import { announce, h, put, say } from './dom.js';
import { History } from './history.js';
import { joinCard } from './join.js';
import { after, other, readPosition, readTurn } from './notation.js';
import { Panel } from './panel.js';
import { Plate } from './plate.js';
import { anyToken, recall, remember } from './seats.js';
import { sideName, t } from './texts.js';
import { Choice } from './turns.js';

/** Shows the game with this id. */
export async function playPage(main, id) {
  const invitation = location.hash.slice(1);
  const kept = recall(id);
  const seated = kept.tokens.white || kept.tokens.black;
  if (invitation && seated) history.replaceState(null, '', location.pathname);
  try {
    const { game } = await get(`/v1/games/${id}`, anyToken(kept));
    if (invitation && !seated && game.status !== 'finished') joinCard(main, id, invitation, game);
    else await new Table(main, game, kept).begin();
  } catch (error) {
    const closed = error instanceof Problem && [401, 403].includes(error.status);
    if (invitation && !seated && closed) joinCard(main, id, invitation);
    else put(main, h('section', { class: 'card narrow' }, h('h1', null, t('noGame')), h('p', null, why(error)), h('p', null, h('a', { href: '/' }, t('toStart'))), closed && seatByKey(id)));
  }
}

class Table {
  constructor(main, game, kept) {
    this.main = main;
    this.game = game;
    this.kept = kept;
    this.mine = ['white', 'black'].filter((side) => kept.tokens[side]);
    this.path = `/v1/games/${game.id}`;
    this.history = new History();
    this.closed = [];
  }

  async begin() {
    const { game } = this;
    const reading = this.readHistory();
    // It is waited for below, when the board is there.
    reading.catch(() => {});
    const geometry = await boardOf(game);
    this.points = geometry.points;
    // Asked before the board is made, which takes a slow phone as long as the answer.
    this.choose();
    this.board = new Board(geometry, {
      label: t('board', { name: geometry.name }),
      onpoint: (point) => this.act((choice) => choice.tap(point, this.selected)),
      ondrop: (from, to) => this.act((choice) => choice.drop(from, to)),
    });
    this.plates = { white: new Plate('white', game.rules.men), black: new Plate('black', game.rules.men) };
    this.clocks = new Clocks((side, text, how) => this.plates[side].clock(text, how), () => this.refresh());
    this.status = h('h1', { class: 'status', tabindex: -1 });
    this.hint = h('p', { class: 'hint' });
    this.panel = new Panel(this);
    const below = this.mine.length === 1 ? this.mine[0] : 'white';
    put(this.main, h('div', { class: 'play' },
      h('div', { class: 'table' },
        h('div', { class: 'head' }, this.status, this.hint),
        this.plates[other(below)].element, this.board.element, this.plates[below].element,
        this.panel.walk),
      this.panel.element));
    this.shown();
    await reading;
    // The two were asked for at once: the game may be the newer.
    if (this.history.revision < game.revision) await this.readHistory();
    if (game.offers.rematchGameId) this.meetAgain(game.offers.rematchGameId);
    this.shown();
    this.listen();
    addEventListener('visibilitychange', () => this.seenAgain());
  }

  /** Reads every event that is not known yet. */
  async readHistory() {
    for (let more = true; more;) {
      const page = await get(`${this.path}/events?limit=500&after=${this.history.revision}`, this.token());
      page.events.forEach((event) => this.history.add(event));
      more = page.more;
    }
  }

  token() {
    return anyToken(this.kept);
  }

  /** Follows the game, and after its end the wishes for another one. */
  listen() {
    this.stop?.();
    this.follows = true;
    this.stop = follow(`${this.path}/events?rematch=true`, {
      token: this.token(),
      after: this.game.revision,
      told: (type, data) => this.told(type, data),
    });
  }

  /** Takes up a stream that has ended, when the player looks again: there may be a wish since then. */
  async seenAgain() {
    if (document.hidden || this.follows || !this.board.element.isConnected) return;
    await this.refresh();
    if (!this.game.offers.rematchGameId) this.listen();
  }

  async told(type, data) {
    if (type === 'snapshot') {
      this.take(data.game);
      await this.readHistory();
      this.shown();
    } else if (type === 'event') {
      if (data.revision > this.history.revision + 1) await this.readHistory();
      this.history.add(data);
      if (data.type === 'seat_reissued' && this.mine.includes(data.side)) {
        this.moved(data.side);
        return;
      }
      this.hear(data);
      // What an event does not say (offers, seats, who watches) the game does.
      await this.refresh(data);
    } else if (type === 'end' && data.reason === 'game_over') {
      this.follows = false;
      await this.refresh();
    } else if (type === 'end' && data.reason === 'unauthorized') this.moved(this.mine[0]);
  }

  /** Says aloud what happened. */
  hear(event) {
    const name = event.side && sideName(event.side, this.game.seats);
    if (event.type === 'turn_played') {
      const { from, to, removed } = readTurn(event.turn);
      const says = [];
      if (from) says.push(t('said.moved', { name, from, to }));
      else if (to) says.push(t('said.placed', { name, to }));
      for (const point of removed) says.push(t('said.removed', { name, point }));
      if (event.closedMills?.length) says.push(t('said.mill'));
      announce(says.join(' '));
    } else {
      const key = { draw_answered: `said.draw_answered.${event.accepted}`, takeback_answered: `said.takeback_answered.${event.accepted}` }[event.type] ?? `said.${event.type}`;
      const text = t(key, { name });
      if (text !== key && !this.mine.includes(event.side)) say(text);
    }
    const { side, removalsOwed } = event.state ?? {};
    if (event.outcome) announce(event.outcome.message);
    else if (event.type === 'turn_played' && this.mine.includes(side)) announce(removalsOwed ? mustRemove(side) : t('yourTurn'));
  }

  /** Reads the game, unless what is known of it is newer than an event. */
  async refresh(event) {
    if (event && event.revision <= this.game.revision) {
      this.shown();
      return;
    }
    try {
      const { game } = await get(this.path, this.token());
      this.take(game);
      this.shown();
    } catch (error) {
      say(why(error), 'bad');
    }
  }

  take(game) {
    if (game.revision < this.game.revision) return;
    if (game.offers.rematchGameId) this.meetAgain(game.offers.rematchGameId);
    if (game.position !== this.game.position) this.selected = undefined;
    this.game = { ...game, spectators: game.spectators ?? this.game.spectators };
    this.pending = undefined;
  }

  /** The side in whose name this browser acts now, if any. */
  acting() {
    const { game } = this;
    return game.status !== 'finished' && this.mine.includes(game.side) ? game.side : undefined;
  }

  // What is shown

  shown() {
    const { game } = this;
    this.choose();
    const seen = this.seen();
    for (const side of ['white', 'black']) {
      this.plates[side].show({
        seat: game.seats[side], mine: this.mine.length === 1 && this.mine.includes(side),
        acts: game.status !== 'finished' && game.side === side,
        hand: seen.hands[side], men: [...seen.men.values()].filter((it) => it === side).length,
        won: game.outcome?.result === (side === 'white' ? '1-0' : '0-1'),
      });
    }
    const first = game.ply - Number(game.start.split(' ').at(-1)) < 2;
    this.clocks.set(game.clock, game.side, first);
    this.tellStatus();
    this.panel.show();
    this.draw();
  }

  /** The position that is looked at: the game's, or one of its past. */
  seen() {
    const entry = this.history.entries[this.viewed];
    return readPosition(entry?.state.position ?? this.game.position, this.points);
  }

  draw() {
    const { game } = this;
    const entry = this.history.entries[this.viewed];
    const { men, side } = this.seen();
    if (entry) {
      this.board.show({ men, mills: both(entry.state.mills), closed: entry.closed, last: entry.turn && readTurn(entry.turn) });
      return;
    }
    const choice = !this.pending && this.acting() && this.choice?.position === game.position ? this.choice : undefined;
    const latest = this.history.entries.at(-1);
    this.board.show({
      men: this.pending ? after(men, this.pending, side) : men,
      mills: both(game.mills),
      closed: latest?.state.position === game.position ? latest.closed : [],
      last: this.pending ? readTurn(this.pending) : game.lastTurn && readTurn(game.lastTurn),
      ...choice?.shown(this.selected),
    });
  }

  tellStatus() {
    const { game } = this;
    const acting = this.acting();
    let hint = '';
    let status;
    if (game.outcome) status = game.outcome.message;
    else if (game.status === 'finished') status = t('over');
    else if (acting) {
      status = this.mine.length === 2 ? t('sideToAct', { name: sideName(acting, game.seats) }) : t('yourTurn');
      hint = game.removalsOwed ? mustRemove(acting) : t(this.selected ? 'do.target' : `do.${game.rules.moveWhilePlacing && game.phase === 'placing' ? 'either' : game.phase}`);
    } else status = t('sideToAct', { name: sideName(game.side, game.seats) });
    if (game.status === 'waiting' && !game.outcome && !acting) hint = this.mine.length ? t('waitingForFriend') : t('waitingForPlayers');
    // It is done, as far as it is for the player to do.
    if (this.pending) hint = '';
    if (this.viewed !== undefined && !game.outcome) hint = t('lookingBack');
    this.status.textContent = status;
    this.hint.textContent = hint;
    document.title = `${status} · Mølle`;
  }

  // Acting

  /** Learns what may be done, if it is ours to do something. */
  async choose() {
    const { game } = this;
    const side = this.acting();
    if (!side || this.choosing === game.position) return;
    this.choosing = game.position;
    const { men } = readPosition(game.position, this.points);
    try {
      const choice = await Choice.of({ rules: game.rules }, game.position, men, side);
      if (this.game.position !== game.position) return;
      this.choice = choice;
      this.draw();
    } catch (error) {
      this.choosing = undefined;
      say(why(error), 'bad');
    }
  }

  async act(decide) {
    if (this.viewed !== undefined) {
      say(t('lookingBack'));
      return;
    }
    if (this.pending) return;
    if (!this.acting()) {
      say(this.game.outcome?.message ?? t('notYourTurn', { name: sideName(this.game.side, this.game.seats) }));
      return;
    }
    if (this.choice?.position !== this.game.position) return;
    const decision = decide(this.choice);
    if (decision.play) await this.play(decision.play);
    else if ('select' in decision) {
      this.selected = decision.select;
      this.draw();
      this.tellStatus();
    } else {
      try {
        say(await this.choice.why(decision), 'bad');
      } catch (error) {
        say(why(error), 'bad');
      }
    }
  }

  async play(turn) {
    this.pending = turn;
    this.selected = undefined;
    this.draw();
    this.tellStatus();
    const { revision, side } = this.game;
    await this.change('turns', { turn, revision }, side);
  }

  /** Makes a change of the game in the name of a side; answers whether it was made. */
  async change(what, body, side) {
    try {
      const { game } = await change(`${this.path}/${what}`, body, this.kept.tokens[side] ?? this.kept.owner);
      this.pending = undefined;
      this.take(game);
      return true;
    } catch (error) {
      this.pending = undefined;
      if (error.game) this.take(error.game);
      say(why(error), 'bad');
      if (error.reason === 'unauthenticated') this.moved(side);
      return false;
    } finally {
      this.shown();
    }
  }

  /** Walks to an entry of the history; undefined is now. */
  view(index) {
    this.viewed = index === undefined || index >= this.history.entries.length - 1 ? undefined : Math.max(0, index);
    this.selected = undefined;
    this.shown();
    const turn = this.history.entries[this.viewed]?.turn;
    announce(this.viewed === undefined ? t('now') : turn ?? t('theStart'));
  }

  // After the end

  async wantRematch() {
    this.wantsRematch = true;
    for (const side of this.mine) if (!(await this.change('rematch', {}, side))) return;
    if (!this.follows && !this.game.offers.rematchGameId) this.listen();
  }

  /** Keeps the seats of the rematch, which have the other colours, and goes there if it is wanted. */
  meetAgain(next) {
    const { white, black } = this.kept.tokens;
    const tokens = { ...(black && { white: black }), ...(white && { black: white }) };
    if (this.mine.length && !recall(next).at) remember(next, { tokens, owner: this.kept.owner, variant: this.game.variant });
    if (this.wantsRematch) location.assign(`/play/${next}`);
  }

  // Elsewhere

  /** A seat of ours got another token: it is played on another device, or in another tab of this one. */
  moved(side) {
    if (!this.mine.includes(side)) return;
    this.stop?.();
    this.clocks.stop();
    const { id } = this.game;
    const { tokens } = recall(id);
    if (tokens[side] === this.kept.tokens[side]) {
      delete tokens[side];
      remember(id, { tokens });
      say(t('device.moved'));
    }
    playPage(this.main, id);
  }
}

/** The board of a game: its variant's, unless the table has one of its own. */
async function boardOf(game) {
  if (game.variant) {
    const { board, rules } = await get(`/v1/variants/${game.variant}`);
    if (rules.board === game.rules.board) return board;
  }
  return (await ask('/v1/rules/describe', { rules: game.rules })).board;
}

/** What a side is told that has closed a mill. */
const mustRemove = (side) => t('do.remove', { name: t(`of.${other(side)}`) });

const both = (mills) => [...mills.white, ...mills.black];
