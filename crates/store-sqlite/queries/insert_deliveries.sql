-- What each enabled webhook of an application is told of a change, if it wants its kind. Behind one
-- that failed it waits as long as that does.
INSERT INTO deliveries (
    game_id, revision, webhook_id, application_id, created_at, due_since, next_at, kind
)
SELECT
    ?1, ?2, w.webhook_id, w.application_id, ?4, ?4,
    coalesce(
        (
            SELECT d.next_at
            FROM deliveries d
            WHERE d.game_id = ?1
                AND d.webhook_id = w.webhook_id
                AND d.next_at IS NOT NULL
                AND d.tries > 0
            ORDER BY d.revision
            LIMIT 1
        ),
        ?4
    ),
    ?5
FROM webhooks w
WHERE w.application_id = ?3 AND w.enabled AND w.kinds & ?6 <> 0
