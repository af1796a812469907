//! What an application does for itself: one file an endpoint.

pub(crate) mod delete_webhook;
pub(crate) mod list_deliveries;
pub(crate) mod list_webhooks;
pub(crate) mod register_webhook;
pub(crate) mod resend;
pub(crate) mod rotate_secret;
pub(crate) mod send_test;
pub(crate) mod update_webhook;
