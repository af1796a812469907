//! Lost tokens and invitations.

use moelle_games::{
    Game, GameError, GameStatus, History, Ids, NewGame, Seat, SystemIds, Visibility,
};
use moelle_rules::{BySide, Position, Side, Variant};

use crate::played::{Played, START, at, secret};

#[test]
fn a_lost_seat_gets_another_token_and_an_open_one_another_invitation() {
    let mut played = Played::new(None);
    played.take(played.game.reissue(Side::White, secret(9).hash(), START));
    assert_eq!(played.game.seat_of(&secret(2).hash()), None);
    assert_eq!(played.game.seat_of(&secret(9).hash()), Some(Side::White));
    let taken = played
        .game
        .invite(Side::White, secret(8).hash(), at(1), START);
    assert!(matches!(taken, Err(GameError::SeatTaken)));
}

#[test]
fn an_invitation_is_revoked_made_anew_and_expires() {
    let mut played = Played::new(None);
    let variant = Variant::find("nine").expect("nine is offered");
    let (game, event) = Game::create(NewGame {
        id: SystemIds.game_id(START),
        application: None,
        variant: Some(variant),
        start: Position::start(variant.rules(), Side::White),
        visibility: Visibility::Unlisted,
        owner: secret(1).hash(),
        seats: BySide {
            white: Seat::taken(None, secret(2).hash(), None),
            black: Seat::open(None, secret(3).hash(), Some(at(50))),
        },
        time_control: None,
        now: START,
    });
    played.game = game;
    played.history = History::default();
    played.history.push(&event);
    let join =
        |game: &Game, byte: u8, now| game.join(&secret(byte).hash(), secret(4).hash(), None, now);
    assert!(matches!(
        join(&played.game, 3, at(50)),
        Err(GameError::InvitationExpired)
    ));
    played.take(played.game.revoke_invitation(Side::Black, START));
    assert!(matches!(
        join(&played.game, 3, START),
        Err(GameError::InvitationUnknown)
    ));
    let again = played.game.revoke_invitation(Side::Black, START);
    assert!(matches!(again, Err(GameError::NothingToRevoke)));
    played.take(
        played
            .game
            .invite(Side::Black, secret(5).hash(), at(50), START),
    );
    let (game, side, _) = join(&played.game, 5, at(49)).expect("open");
    assert_eq!((side, game.status()), (Side::Black, GameStatus::Running));
}
