// Moving a seat to another device. The key is the seat's token: it is entered by hand and stands in no
// address, and the device that takes the seat gets a new one, with which the old one ends.

import { change, why } from './api.js';
import { button, h, put, say } from './dom.js';
import { toSend } from './link.js';
import { recall, remember } from './seats.js';
import { t } from './texts.js';

/** How a key is written: the side and its token. */
const KEY = /^\s*(white|black):(\S+)\s*$/;

/** Shows the key of a seat, once it is asked for. */
export function keyOfSeat(id, side) {
  const place = h('div', null);
  const show = () => put(place, toSend(t('device.key'), `${side}:${recall(id).tokens[side]}`, { url: false }));
  put(place, button(t('device.show'), show));
  return h('details', null, h('summary', null, t('device.move')), h('p', null, t('device.how')), place);
}

/** Takes a seat with the key that another device shows. `variant` is the game's, where it is known. */
export function seatByKey(id, variant) {
  const key = h('input', { autocomplete: 'off', spellcheck: 'false', required: true, 'aria-label': t('device.key') });
  const form = h('form', {
    class: 'row',
    onsubmit: async (event) => {
      event.preventDefault();
      const [, side, token] = key.value.match(KEY) ?? [];
      if (!side) {
        say(t('device.noKey'), 'bad');
        return;
      }
      try {
        const { seat } = await change(`/v1/games/${id}/reissue`, { side }, token);
        remember(id, { tokens: { ...recall(id).tokens, [seat.side]: seat.token }, ...(variant && { variant }) });
        location.reload();
      } catch (error) {
        say(why(error), 'bad');
      }
    },
  }, key, h('button', { type: 'submit', class: 'main' }, t('takeSeat')));
  return h('details', { class: 'link' }, h('summary', null, t('device.enter')), h('p', null, t('device.enterHow')), form);
}
