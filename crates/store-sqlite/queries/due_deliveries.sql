-- Deliveries that are due: of each enabled webhook a few, of each of its games the first that is pending.
SELECT
    d.game_id AS "game_id!: Uuid", d.revision AS "revision!", d.tried_since,
    d.tries AS "tries!: i32", d.kind AS "kind!",
    w.webhook_id AS "webhook_id!: Uuid", w.application_id AS "application_id!: Uuid",
    w.created_at AS "created_at!", w.old_key_until, w.kinds AS "kinds!: i16",
    w.enabled AS "enabled!: bool", w.url AS "url!", w.key AS "key!", w.old_key,
    e.at AS "at!", e.kind AS "event_kind!", e.side, e.position AS "position!", e.result,
    e.termination,
    g.variant
FROM (
    SELECT
        p.game_id, p.revision, p.webhook_id, p.tried_since, p.next_at, p.tries, p.kind,
        row_number() OVER (PARTITION BY p.webhook_id ORDER BY p.next_at) AS place
    FROM deliveries p
    WHERE p.state = 'pending'
        AND p.next_at <= ?1
        AND hex(p.webhook_id) NOT IN (SELECT value FROM json_each(?4))
        AND NOT EXISTS (
            SELECT 1
            FROM deliveries b
            WHERE b.game_id = p.game_id
                AND b.webhook_id = p.webhook_id
                AND b.revision < p.revision
                AND b.next_at IS NOT NULL
        )
) d
JOIN webhooks w ON w.webhook_id = d.webhook_id
JOIN events e ON e.game_id = d.game_id AND e.revision = d.revision
JOIN games g ON g.game_id = d.game_id
WHERE w.enabled AND d.place <= ?3
ORDER BY d.next_at
LIMIT ?2
