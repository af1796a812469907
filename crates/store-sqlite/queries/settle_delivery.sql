-- What became of a try, if nobody else has claimed the delivery since.
UPDATE deliveries
SET state = ?5,
    next_at = ?6,
    settled_at = CASE WHEN ?5 = 'pending' THEN NULL ELSE ?7 END,
    lease = NULL,
    tries = tries + ?8,
    tried_since = CASE WHEN ?8 = 0 THEN tried_since ELSE coalesce(tried_since, ?7) END,
    failure = CASE WHEN ?8 = 0 THEN failure ELSE ?9 END,
    status = CASE WHEN ?8 = 0 THEN status ELSE ?10 END
WHERE game_id = ?1
    AND revision = ?2
    AND webhook_id = ?3
    AND lease = ?4
    AND next_at IS NOT NULL
