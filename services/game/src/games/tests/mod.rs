//! The life of a game, call by call, through a real server.
