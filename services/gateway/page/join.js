// Taking the seat that a link invites to. The invitation stands in the fragment of the link, which
// no server sees; it is spent when the seat is taken, and not by looking.

import { change, get, why } from './api.js';
import { drawing } from './board.js';
import { button, h, put, say } from './dom.js';
import { playerName, remember, rememberName } from './seats.js';
import { sideName, t } from './texts.js';

/** Asks whether to take the seat. Without `game` it is a private one. */
export function joinCard(main, id, invitation, game) {
  const name = h('input', { id: 'name', maxlength: 64, autocomplete: 'nickname', value: playerName() });
  const host = game && ['white', 'black'].find((side) => game.seats[side].taken && game.seats[side].name);
  const picture = h('div', { class: 'preview' });
  const form = h('form', {
    class: 'card narrow',
    onsubmit: async (event) => {
      event.preventDefault();
      const send = form.querySelector('[type=submit]');
      send.disabled = true;
      try {
        rememberName(name.value.trim());
        const body = { invitation, ...(name.value.trim() && { name: name.value.trim() }) };
        const { seat } = await change(`/v1/games/${id}/join`, body);
        remember(id, { tokens: { [seat.side]: seat.token }, variant: game?.variant });
        watch();
      } catch (error) {
        send.disabled = false;
        say(why(error), 'bad');
      }
    },
  },
  h('h1', null, host ? t('invitedBy', { name: sideName(host, game.seats) }) : t('invited')),
  picture,
  h('p', { class: 'field' }, h('label', { for: 'name' }, t('yourName')), name),
  h('p', { class: 'row' },
    h('button', { type: 'submit', class: 'main' }, t('takeSeat')),
    game && button(t('onlyWatch'), watch)));
  put(main, form);
  if (game) preview(picture, game.variant);
  name.focus();
}

/** The game without the invitation in its address. */
function watch() {
  history.replaceState(null, '', location.pathname);
  location.reload();
}

async function preview(picture, variant) {
  if (!variant) return;
  const { name, board } = await get(`/v1/variants/${variant}`);
  put(picture, drawing(board), h('p', null, h('a', { href: `/variants/${variant}` }, name)));
}
