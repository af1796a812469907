-- Whether a token was a seat's of the game until it was replaced.
SELECT EXISTS (
    SELECT FROM events WHERE game_id = $1 AND kind = 'seat_reissued' AND detail = $2
) AS "was_replaced!"
