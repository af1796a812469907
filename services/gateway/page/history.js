// What happened in a game, from its events: the positions to walk through, and the turns to list.

/** The course of a game. */
export class History {
  constructor() {
    this.entries = [];
    this.revision = 0;
  }

  /** Takes the next event. */
  add(event) {
    if (event.revision <= this.revision) return;
    this.revision = event.revision;
    if (event.takenBackTo) this.entries = this.entries.filter((it) => it.revision <= event.takenBackTo);
    if (event.type !== 'created' && event.type !== 'turn_played') return;
    const before = this.entries.at(-1);
    const goesOn = before?.owed > 0;
    this.entries.push({
      revision: event.revision,
      side: event.side,
      // The whole turn as far as it has been played.
      turn: goesOn ? before.turn + event.turn : event.turn,
      goesOn,
      closed: event.closedMills ?? [],
      state: event.state,
      owed: event.state.removalsOwed,
    });
  }

  /** The turns: `{ side, turn, index }`, where `index` is that of the entry after it. */
  turns() {
    const turns = [];
    this.entries.forEach(({ side, turn, goesOn }, index) => {
      if (!turn) return;
      if (goesOn) turns.pop();
      turns.push({ side, turn, index });
    });
    return turns;
  }

  /** The entries at which a turn is complete, as a walker steps through them. */
  steps() {
    return [...this.entries.keys()].filter((index) => !this.entries[index + 1]?.goesOn);
  }
}
