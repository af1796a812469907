-- What a webhook is told of a game after a revision waits until a time. Where what comes before it was tried
-- in vain (?5), so is this; where that arrived (?6), this was not tried yet.
UPDATE deliveries
SET next_at = ?4,
    tried_since = CASE WHEN ?6 THEN NULL ELSE coalesce(tried_since, ?5) END
WHERE game_id = ?1
    AND webhook_id = ?3
    AND revision > ?2
    AND next_at IS NOT NULL
