// A whole game of three men's morris with the generated client. The argument is the service's address.

import io.moelle.client.ApiClient;
import io.moelle.client.ApiException;
import io.moelle.client.api.GamesApi;
import io.moelle.client.api.RulesApi;
import io.moelle.client.model.CheckTurnBody;
import io.moelle.client.model.CreateGameBody;
import io.moelle.client.model.GameResult;
import io.moelle.client.model.JoinGameBody;
import io.moelle.client.model.PlayTurnBody;
import io.moelle.client.model.Problem;
import io.moelle.client.model.Reason;
import io.moelle.client.model.SeatChoice;
import io.moelle.client.model.Termination;
import java.util.List;
import java.util.Map;
import java.util.UUID;

public class Game {
    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        var games = new GamesApi(client);

        var created = games.createGame(new CreateGameBody().variant("three").seat(SeatChoice.WHITE), null);
        var white = as(created.getSeats().get(0).getToken());
        var id = created.getGame().getId();
        var invitation = created.getInvitations().get(0).getInvitation();
        var joined = games.joinGame(id, new JoinGameBody().invitation(invitation).name("Bo"), null, null);
        var black = as(joined.getSeat().getToken());

        var revision = joined.getGame().getRevision();
        for (var turn : List.of("a3", "a1", "b3", "b1")) {
            var body = new PlayTurnBody().turn(turn).revision(revision);
            var seat = turn.endsWith("3") ? white : black;
            revision = games.playTurn(id, body, UUID.randomUUID().toString(), null, seat).getGame().getRevision();
        }
        try {
            games.playTurn(id, new PlayTurnBody().turn("a1"), null, null, white);
            throw new AssertionError("the point is taken");
        } catch (ApiException refused) {
            var problem = client.getObjectMapper().readValue(refused.getResponseBody(), Problem.class);
            same(problem.getReason(), Reason.POINT_OCCUPIED);
        }
        var played = games.playTurn(id, new PlayTurnBody().turn("c3"), null, null, white);
        same(played.getClosedMills(), List.of(List.of("a3", "b3", "c3")));
        same(played.getGame().getOutcome().getResult(), GameResult.WHITE_WINS);
        var rules = new RulesApi(client);
        var checked = rules.checkTurn(new CheckTurnBody().variant("nine").turn("d6"));
        same(checked.getAccepted(), true);
        same(checked.getRefusal(), null);
        var events = games.listEvents(id, 1L, null, null, null).getEvents();
        same(events.get(events.size() - 1).getOutcome().getTermination(), Termination.MILL);
        System.out.println("Java: white won");
    }

    private static Map<String, String> as(String token) {
        return Map.of("Authorization", "Bearer " + token);
    }

    private static void same(Object found, Object expected) {
        if (found == null ? expected != null : !found.equals(expected)) {
            throw new AssertionError(found + " is not " + expected);
        }
    }
}
