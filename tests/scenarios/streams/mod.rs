//! Games that others follow while they are played.

mod every_change;
mod through_nginx;
mod watching;
