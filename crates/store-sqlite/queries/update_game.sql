-- The row of a game after a change, if it is still at the revision before.
UPDATE games
SET revision = ?2,
    quiet_since = ?3,
    updated_at = ?4,
    visibility = ?5,
    owner_token = ?6,
    white_name = ?7,
    white_token = ?8,
    white_invitation = ?9,
    black_name = ?10,
    black_token = ?11,
    black_invitation = ?12,
    position = ?13,
    last_turn = ?14,
    result = ?15,
    termination = ?16
WHERE game_id = ?1 AND revision = ?2 - 1
