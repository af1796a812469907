// A player's plate beside the board: name, men in hand, men lost, clock.

import { man } from './board.js';
import { h, put, s } from './dom.js';
import { sideName, t } from './texts.js';

function small(side, gone) {
  return s('svg', { viewBox: '-12 -12 24 24', class: gone ? 'small gone' : 'small', 'aria-hidden': 'true' }, man(side, { x: 0, y: 0 }, 10));
}

/** The plate of a side, which has so many men. */
export class Plate {
  constructor(side, men) {
    this.side = side;
    this.all = men;
    this.name = h('span', { class: 'name' });
    this.told = h('span', { class: 'told' });
    this.hand = h('span', { class: 'hand' });
    this.time = h('span', { class: 'time', hidden: true });
    this.element = h('section', { class: `plate ${side}`, 'aria-label': t(side) },
      small(side), h('span', { class: 'who' }, this.name, this.told), this.hand, this.time);
  }

  /** Shows the seat and the men. */
  show({ seat, mine, acts, hand, men, won }) {
    this.element.classList.toggle('acts', acts);
    this.element.classList.toggle('won', Boolean(won));
    const name = sideName(this.side, { [this.side]: seat });
    this.name.textContent = mine ? `${name} (${t('you')})` : name;
    const lost = this.all - hand - men;
    this.told.textContent = seat.taken ? [hand && t('inHand', { count: hand }), lost && t('lost', { count: lost })].filter(Boolean).join(', ') : t('seatOpen');
    // Where there is little room the drawn men tell it to those who see them.
    this.told.classList.toggle('drawn', seat.taken);
    put(this.hand,
      Array.from({ length: hand }, () => small(this.side)),
      Array.from({ length: lost }, () => small(this.side, true)));
  }

  /** Shows the clock. */
  clock(text, { runs, low, first }) {
    this.time.hidden = false;
    this.time.textContent = text;
    this.time.classList.toggle('runs', runs);
    this.time.classList.toggle('low', low);
    this.time.title = first ? t('firstTurnIn', { time: first }) : '';
  }
}
