// Positions and turns, as the API writes them.

/** The other side. */
export const other = (side) => (side === 'white' ? 'black' : 'white');

/** What stands where: `{ men: Map of point to side, side, hands: { white, black }, owed }`. */
export function readPosition(text, points) {
  const [placement, side, hands, owed] = text.split(' ');
  const men = new Map();
  let index = 0;
  for (const letter of placement.replaceAll('/', '')) {
    if (letter === 'w' || letter === 'b') men.set(points[index++].name, letter === 'w' ? 'white' : 'black');
    else index += Number(letter);
  }
  const [white, black] = hands.split(',').map(Number);
  return { men, side: side === 'w' ? 'white' : 'black', hands: { white, black }, owed: Number(owed) };
}

/** What a turn does: `{ from, to, removed }`, each absent where it does not. */
export function readTurn(text) {
  const [first, ...removed] = (text ?? '').split('x');
  const [from, to] = first.split('-');
  return { from: to ? from : undefined, to: to ?? (from || undefined), removed };
}

/** The men after the actions of a turn that is on its way. */
export function after(men, turn, side) {
  const { from, to, removed } = readTurn(turn);
  const then = new Map(men);
  if (from) then.delete(from);
  if (to) then.set(to, side);
  for (const point of removed) then.delete(point);
  return then;
}
