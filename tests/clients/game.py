"""A whole game of three men's morris with the generated client. The argument is the service's address."""

import sys

import moelle_client as moelle

api = moelle.GamesApi(moelle.ApiClient(moelle.Configuration(host=sys.argv[1])))


def as_seat(token: str) -> dict:
    return {"_headers": {"Authorization": f"Bearer {token}"}}


created = api.create_game(moelle.CreateGameBody(variant="three", seat=moelle.SeatChoice.WHITE))
white = created.seats[0].token
invitation = created.invitations[0].invitation
joined = api.join_game(created.game.id, moelle.JoinGameBody(invitation=invitation, name="Bo"))
black = joined.seat.token

game = joined.game
turns = [("a3", white), ("a1", black), ("b3", white), ("b1", black)]
for turn, token in turns:
    body = moelle.PlayTurnBody(turn=turn, revision=game.revision)
    game = api.play_turn(game.id, body, **as_seat(token)).game
try:
    api.play_turn(game.id, moelle.PlayTurnBody(turn="a1"), **as_seat(white))
    raise AssertionError("the point is taken")
except moelle.ApiException as error:
    problem = moelle.Problem.from_json(error.body)
    assert problem.reason == moelle.Reason.POINT_OCCUPIED, problem
played = api.play_turn(game.id, moelle.PlayTurnBody(turn="c3"), **as_seat(white))
assert played.closed_mills == [["a3", "b3", "c3"]], played
assert played.game.outcome.result == moelle.GameResult.WHITE_WINS, played
rules = moelle.RulesApi(api.api_client)
checked = rules.check_turn(moelle.CheckTurnBody(variant="nine", turn="d6"))
assert checked.accepted and checked.refusal is None, checked
events = api.list_events(game.id, after=1)
assert events.events[-1].outcome.termination == moelle.Termination.MILL
print("Python: white won")
