// How a tap becomes an action: what the service lists as legal is played, and of anything else the
// service is asked why it is not.

import { ask } from './api.js';
import { t } from './texts.js';

/** What the side to act may do in a position. */
export class Choice {
  /** `rules` is `{ variant, options }` or `{ rules }`; `legal` the answer of `legal-turns`. */
  constructor(rules, position, men, side, legal) {
    Object.assign(this, { rules, position, men, side, legal });
    this.removable = new Set(legal.actions.removals);
    this.placements = new Set(legal.actions.placements.map(({ point }) => point));
    this.movements = new Map(legal.actions.movements.map(({ from, to }) => [from, new Set(to.map(({ point }) => point))]));
  }

  /** Asks the service for the choice. */
  static async of(rules, position, men, side) {
    const legal = await ask('/v1/rules/legal-turns', { ...rules, position });
    return new Choice(rules, position, men, side, legal);
  }

  /** What the board shows of it. */
  shown(selected) {
    const movable = new Set(this.movements.keys());
    const targets = selected ? this.movements.get(selected) ?? new Set() : this.placements;
    return { movable, targets, removable: this.removable, selected };
  }

  /**
   * What a tap on a point means: `{ play }` an action, `{ select }` a man or nothing, or
   * `{ wrong }`, an action to ask about.
   */
  tap(point, selected) {
    const here = this.men.get(point);
    if (this.removable.size || this.legal.removalsOwed) {
      return this.removable.has(point) ? { play: `x${point}` } : { wrong: `x${point}` };
    }
    if (selected) {
      if (point === selected) return { select: undefined };
      if (this.movements.get(selected)?.has(point)) return { play: `${selected}-${point}` };
      if (this.movements.has(point)) return { select: point };
      return { wrong: `${selected}-${point}` };
    }
    if (this.placements.has(point)) return { play: point };
    if (this.movements.has(point)) return { select: point };
    if (here === this.side && this.movements.size) return { stuck: true };
    if (this.placements.size) return { wrong: here === this.side ? `${point}-${point}` : point };
    return { wrong: here ? `${point}-${point}` : point };
  }

  /** What a dragged man means. */
  drop(from, to) {
    return this.movements.get(from)?.has(to) ? { play: `${from}-${to}` } : { wrong: `${from}-${to}` };
  }

  /** Why an action is not allowed, in the player's language. */
  async why({ wrong, stuck }) {
    if (stuck) return t('stuck');
    const answer = await ask('/v1/rules/check-turn', { ...this.rules, position: this.position, turn: wrong });
    return answer.refusal?.message;
  }
}
