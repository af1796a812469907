//! From the domain to rows.

use moelle_rules::{Field, RuleSet, Side, Variant};
use time::Duration;

use super::words::{base, visibility_word, wanted_word};
use super::{StoredEvent, StoredGame, StoredSeat};
use crate::{ApplicationId, Change, Event, Game, PlayerName, Revision, SecretHash};

impl From<&Game> for StoredGame {
    fn from(game: &Game) -> Self {
        let outcome = game.outcome();
        Self {
            game_id: game.id.as_uuid(),
            revision: signed(game.revision),
            application_id: game.application.map(ApplicationId::as_uuid),
            variant: game.variant.map(|variant| variant.name().to_owned()),
            rules: rules_text(game.variant, game.rules()),
            visibility: visibility_word(game.visibility).to_owned(),
            owner_token: game.owner.as_bytes().to_vec(),
            white: StoredSeat::of(game, Side::White),
            black: StoredSeat::of(game, Side::Black),
            start: game.start.to_string(),
            position: game.position().to_string(),
            last_turn: game.last_turn.map(|turn| turn.to_string()),
            quiet_since: signed(game.quiet_since),
            result: outcome.map(|outcome| outcome.result.to_string()),
            termination: outcome.map(|outcome| outcome.termination.name().to_owned()),
            time_control: game.clock.map(|clock| clock.control().to_string()),
            clock_since: game.clock.and_then(|clock| clock.since()),
            deadline: game.deadline(),
            draw_offer: game.draw_offer.map(|side| side.to_string()),
            takeback_by: game.takeback.map(|wish| wish.by.to_string()),
            takeback_to: game.takeback.map(|wish| signed(wish.to)),
            rematch_game: game.rematch.map(|rematch| rematch.game.as_uuid()),
            rematch_wanted: game
                .rematch
                .map(|rematch| wanted_word(rematch.wanted).to_owned()),
            created_at: game.created_at,
            updated_at: game.updated_at,
            position_keys: Vec::new(),
        }
    }
}

impl StoredSeat {
    fn of(game: &Game, side: Side) -> Self {
        let bytes = |hash: &SecretHash| hash.as_bytes().to_vec();
        let seat = &game.seats[side];
        Self {
            name: seat.name().map(ToString::to_string),
            name_key: seat.name().map(PlayerName::to_key),
            token: seat.token().map(bytes),
            invitation: seat.invitation().map(bytes),
            expires_at: seat.expires_at(),
            begun: game.has_begun[side],
            left_ms: game.clock.map(|clock| whole_ms(clock.left()[side])),
        }
    }
}

impl From<&Event> for StoredEvent {
    fn from(event: &Event) -> Self {
        let occurs = matches!(event.change, Change::Created | Change::TurnPlayed { .. });
        Self {
            revision: signed(event.revision),
            at: event.at,
            kind: kind(&event.change).to_owned(),
            side: event.change.side().map(|side| side.to_string()),
            detail: detail(&event.change),
            position: event.position.to_string(),
            occurrences: event
                .occurrences
                .map(|count| i16::try_from(count).unwrap_or(i16::MAX)),
            position_key: event
                .occurrences
                .filter(|_| occurs)
                .map(|_| event.position.key().to_u64().cast_signed()),
            result: event.outcome.map(|outcome| outcome.result.to_string()),
            termination: event
                .outcome
                .map(|outcome| outcome.termination.name().to_owned()),
            white_left_ms: event.left.map(|left| whole_ms(left.white)),
            black_left_ms: event.left.map(|left| whole_ms(left.black)),
            deadline: event.deadline,
        }
    }
}

/// The word for what happened.
const fn kind(change: &Change) -> &'static str {
    match change {
        Change::Created => "created",
        Change::SeatTaken { .. } => "seat_taken",
        Change::TurnPlayed { .. } => "turn_played",
        Change::Concluded => "concluded",
        Change::Resigned { .. } => "resigned",
        Change::Aborted { .. } => "aborted",
        Change::DrawOffered { .. } => "draw_offered",
        Change::DrawAnswered { .. } => "draw_answered",
        Change::TakebackRequested { .. } => "takeback_requested",
        Change::TakebackAnswered { .. } => "takeback_answered",
        Change::RematchWanted { .. } => "rematch_wanted",
        Change::TimeFell { .. } => "time_fell",
        Change::InvitationCreated { .. } => "invitation_created",
        Change::InvitationRevoked { .. } => "invitation_revoked",
        Change::SeatReissued { .. } => "seat_reissued",
    }
}

/// What there is to say beside kind and side.
fn detail(change: &Change) -> Option<String> {
    match change {
        Change::SeatTaken { name, .. } => name.as_ref().map(ToString::to_string),
        Change::TurnPlayed { turn, .. } => Some(turn.to_string()),
        Change::DrawAnswered { accepted, .. } => {
            Some(if *accepted { "accepted" } else { "declined" }.to_owned())
        }
        Change::TakebackAnswered { taken_back_to, .. } => {
            taken_back_to.map(|revision| revision.to_string())
        }
        Change::RematchWanted { game, .. } => game.map(|game| game.to_string()),
        Change::SeatReissued { replaced, .. } => replaced.map(|hash| hash.to_text()),
        _ => None,
    }
}

/// The lines of a rule set that say how it differs from its variant.
fn rules_text(variant: Option<&Variant>, rules: RuleSet) -> String {
    let (fields, base) = (rules.fields(), base(variant));
    let written = |field: &Field| variant.is_none() || fields.get(*field) != base.get(*field);
    let lines = rules
        .used_fields()
        .filter(written)
        .map(|field| [field.name(), "=", &fields.get(field), "\n"].concat());
    lines.collect()
}

/// Revisions fit: a game has at most a few thousand.
fn signed(revision: Revision) -> i64 {
    i64::try_from(revision.number()).unwrap_or(i64::MAX)
}

fn whole_ms(duration: Duration) -> i64 {
    i64::try_from(duration.whole_milliseconds()).unwrap_or(i64::MAX)
}
