// What is said while an answer of the service is waited for: that the network is away, or that the
// service asks for patience.

import { say } from './dom.js';
import { t } from './texts.js';

/** Who waits, and for what. */
const waits = new Map();

/** `who` waits for the service, for a reason in words; `sends`: with something that is not to be lost. */
export function waiting(who, reason, sends = false) {
  waits.set(who, { reason, sends });
  show();
}

/** `who` waits no longer: it was answered, or has given up. */
export function answered(who, { well = true } = {}) {
  const waited = waits.get(who);
  if (!waits.delete(who)) return;
  show();
  if (well && waited.sends) say(t('sentAtLast'), 'good');
}

function show() {
  const told = [...waits.values()];
  document.body.classList.toggle('away-from-service', told.length > 0);
  // What was being sent matters more than what was being looked at.
  const { reason, sends } = told.find((it) => it.sends) ?? told[0] ?? {};
  const text = told.length ? `${reason} ${t(sends ? 'sendsAgain' : 'triesAgain')}` : '';
  const place = document.getElementById('away');
  if (place.textContent !== text) place.textContent = text;
}
