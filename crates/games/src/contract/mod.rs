//! What every store must do, whatever it keeps games in.
//!
//! A store's crate calls [`store_contract!`](crate::store_contract), which makes a test of each
//! function here. They run side by side, each on a database of its own, and most of them with two
//! stores on it, as two replicas of the service are.

#![expect(
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    reason = "these are tests: they panic where the contract is broken"
)]

mod applications;
mod changes;
mod clocks;
mod creations;
mod ends;
mod flags;
mod grace;
mod imports;
mod joins;
mod life;
mod listing;
mod reading;
mod receipts;
mod rematches;
mod retention;
mod rows;
mod seats;
mod slow;
mod spectating;
pub mod table;
mod turns;
mod undelivered;
mod watching;
mod webhooks;
mod whole_games;

use std::sync::Arc;

use async_trait::async_trait;

pub use applications::*;
pub use changes::*;
pub use creations::*;
pub use ends::*;
pub use flags::*;
pub use grace::*;
pub use imports::*;
pub use joins::*;
pub use life::*;
pub use listing::*;
pub use reading::*;
pub use receipts::*;
pub use rematches::*;
pub use retention::*;
pub use rows::*;
pub use seats::*;
pub use spectating::*;
pub use turns::*;
pub use undelivered::*;
pub use watching::*;
pub use webhooks::*;
pub use whole_games::*;

use crate::Store;

/// A database of one test, on which stores can be opened.
#[async_trait]
pub trait Replicas: Send + Sync {
    /// Another store on the same database.
    async fn replica(&self) -> Arc<dyn Store>;
}

/// Makes the tests of the contract. The argument names an async function that gives the
/// [`Replicas`] of one test, on a fresh database.
#[macro_export]
macro_rules! store_contract {
    ($replicas:path) => {
        $crate::store_contract!(
            $replicas:
            what_is_not_there_is_none
            a_game_of_every_kind_comes_back_as_it_was_stored
            every_state_of_a_seat_comes_back
            a_rule_set_of_ones_own_comes_back
            a_change_is_stored_whole
            a_change_at_a_stale_revision_stores_nothing
            a_change_of_a_game_that_is_not_there_stores_nothing
            resigning_while_turns_are_played_ends_a_game_once
            a_dropped_request_leaves_no_half_change
            a_repeated_creation_stores_nothing
            parallel_creations_of_one_request_make_one_game
            parallel_creators_get_the_same_answer
            a_seat_is_taken_once_however_many_come
            a_repeated_join_gets_the_same_token
            events_come_in_pages
            revisions_of_many_games_are_read_at_once
            the_store_answers
            a_receipt_is_found_where_it_was_given_and_nowhere_else
            a_request_is_answered_once
            old_receipts_are_forgotten_and_others_kept
            a_revision_is_played_once
            a_repeated_turn_gets_the_same_answer
            parallel_repeats_of_a_turn_get_the_same_answer
            one_request_id_with_two_bodies_in_parallel_is_one_request
            one_request_id_on_other_seats_and_games_is_another_request
            hints_reach_every_replica
            a_watcher_sees_the_game_and_then_every_event_once
            a_watcher_resumes_where_it_was
            a_watcher_from_the_future_starts_anew
            watchers_on_every_replica_see_every_event
            events_of_many_games_are_read_at_once
            what_follows_the_end_is_seen_before_the_watch_is_over
            a_watch_for_a_rematch_goes_on_until_it_is_agreed
            a_watch_for_a_rematch_ends_when_nothing_happens
            a_seat_that_is_replaced_ends_its_watch_of_a_private_game
            games_of_the_vectors_end_as_they_should
            the_life_of_a_game_comes_back
            a_rematch_is_one_game_however_both_want_it
            a_rematch_that_was_agreed_is_there_whatever_came_between
            a_rematch_has_the_tokens_of_its_agreement
            a_game_is_inserted_once
            positions_that_were_taken_back_do_not_count
            a_turn_resigning_and_a_flag_end_a_game_once
            sweepers_on_two_replicas_store_each_fall_once
            games_that_are_due_are_found_by_their_deadline
            a_change_after_the_deadline_stores_the_fall
            a_look_after_the_deadline_shows_the_fall_and_stores_nothing
            a_turn_in_time_is_overtaken_by_no_look
            a_turn_that_is_stored_too_late_is_none
            a_change_is_stored_by_its_time_or_not_at_all
            each_end_is_told_once
            a_token_that_was_replaced_works_no_more
            an_invitation_works_until_it_is_revoked_or_expires
            the_first_invitation_expires
            a_long_record_becomes_a_game_and_a_record_again
            the_longest_record_becomes_a_game
            a_record_is_played_on
            pages_of_games_stay_right_while_games_are_added
            games_are_found_by_what_is_asked_for
            a_rematch_is_found_by_its_creation
            applications_and_their_quotas_come_back
            a_key_works_until_it_expires_or_is_revoked
            a_rotated_key_works_for_its_overlap
            an_application_has_as_many_keys_as_its_quota_allows
            an_application_sees_its_own_games_and_holds_no_seat
            an_application_lists_its_own_games_of_every_visibility
            an_application_has_as_many_games_as_its_quotas_allow
            a_game_of_very_many_events_can_only_be_played_on
            games_that_are_kept_no_longer_go_with_all_that_is_theirs
            a_game_whose_clock_runs_is_kept
            a_game_that_webhooks_are_to_be_told_of_is_kept
            a_game_that_changed_lately_is_kept
            a_rematch_is_neither_forgotten_before_its_game_nor_made_anew
            purges_on_two_replicas_forget_each_game_once
            who_watches_a_game_that_is_forgotten_is_told
            spectators_are_counted_over_all_replicas
            notes_of_many_games_on_two_replicas_do_not_disturb_each_other
            what_somebody_waits_for_is_told_in_its_order
            a_notice_says_what_happened
            nobody_is_told_who_has_not_asked
            there_is_no_event_without_its_delivery
            claims_that_meet_get_different_deliveries
            a_claim_that_is_over_is_another_replicas
            what_comes_after_a_failure_waits_for_it
            what_there_was_no_room_for_counts_as_untried
            what_was_given_up_is_sent_again
            deliveries_come_in_pages
            a_webhook_is_managed_by_its_application_alone
            an_application_has_so_many_webhooks
            settled_deliveries_are_forgotten
            a_claim_takes_a_share_of_each_webhook
            a_delivery_is_tried_in_vain_since_its_first_try
            a_disabled_webhook_is_sent_nothing_again
        );
    };
    ($replicas:path: $($test:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                let replicas = $replicas().await;
                $crate::contract::$test(&replicas).await;
            }
        )*
    };
}
