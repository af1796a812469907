// Clocks, as the server sees them: the page counts from the server's time and decides nothing.

import { language } from './texts.js';

const pad = (number) => String(number).padStart(2, '0');
const inUnit = (number, unit) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(number);

/** A time in words that a player reads at a glance. */
export function timeText(ms) {
  const left = Math.max(0, ms);
  const seconds = Math.floor(left / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  if (days) return `${inUnit(days, 'day')} ${inUnit(hours % 24, 'hour')}`;
  if (hours) return `${hours}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  return `${minutes}:${pad(seconds % 60)}`;
}

/** Both clocks of a game; `show(side, text, low)` is called as they run. */
export class Clocks {
  constructor(show, fell) {
    this.show = show;
    this.fell = fell;
  }

  /** Takes what an answer says of the clocks. `first`: the side to act has its first turn before it. */
  set(clock, side, first) {
    clearTimeout(this.timer);
    if (!clock) return;
    // The difference between the server's watch and ours, as of now.
    const ahead = Date.parse(clock.serverTime) - Date.now();
    const deadline = clock.deadline ? Date.parse(clock.deadline) - ahead : undefined;
    const own = { white: clock.whiteMs, black: clock.blackMs };
    const tick = () => {
      const left = deadline === undefined ? undefined : deadline - Date.now();
      for (const each of ['white', 'black']) {
        const runs = left !== undefined && each === side;
        const shown = runs && !first ? Math.min(left, own[each]) : own[each];
        this.show(each, timeText(shown), { runs, low: runs && left < 20_000, first: runs && first ? timeText(left) : '' });
      }
      if (left === undefined) return;
      if (left <= 0) {
        this.timer = setTimeout(this.fell, 1500);
        return;
      }
      this.timer = setTimeout(tick, left < 10_500 ? 100 : 250);
    };
    tick();
  }

  /** Stops them. */
  stop() {
    clearTimeout(this.timer);
  }
}
