// A whole game of three men's morris with the generated client. The argument is the service's address.
import assert from "node:assert/strict";
import { Configuration, GameResult, GamesApi, ProblemFromJSON, Reason, ResponseError, RulesApi, SeatChoice, Termination }
  from "./typescript/index.js";

const basePath = process.argv[2];
const anyone = new GamesApi(new Configuration({ basePath }));
const as = (accessToken: string) => new GamesApi(new Configuration({ basePath, accessToken }));

const created = await anyone.createGame({ createGameBody: { variant: "three", seat: SeatChoice.White } });
const white = as(created.seats[0].token);
const { id } = created.game;
const { invitation } = created.invitations[0];
const joined = await anyone.joinGame({ id, joinGameBody: { invitation, name: "Bo" } });
const black = as(joined.seat.token);

let { revision } = joined.game;
for (const [turn, seat] of [["a3", white], ["a1", black], ["b3", white], ["b1", black]] as const) {
  const played = await seat.playTurn({ id, playTurnBody: { turn, revision }, idempotencyKey: crypto.randomUUID() });
  ({ revision } = played.game);
}
const refused = await white.playTurn({ id, playTurnBody: { turn: "a1" } }).catch((error: unknown) => error);
assert(refused instanceof ResponseError);
assert.equal(ProblemFromJSON(await refused.response.json()).reason, Reason.PointOccupied);
const played = await white.playTurn({ id, playTurnBody: { turn: "c3" } });
assert.deepEqual(played.closedMills, [["a3", "b3", "c3"]]);
assert.equal(played.game.outcome?.result, GameResult.WHITE_WINS);
const checked = await new RulesApi(new Configuration({ basePath })).checkTurn({ checkTurnBody: { variant: "nine", turn: "d6" } });
assert(checked.accepted && checked.closedMills?.length === 0 && checked.refusal === undefined);
const events = await anyone.listEvents({ id, after: 1 });
assert.equal(events?.events.at(-1)?.outcome?.termination, Termination.Mill);
console.log("TypeScript: white won");
