-- One batch of deliveries that were settled before a time, the oldest first.
DELETE FROM deliveries
WHERE (game_id, revision, webhook_id) IN (
    SELECT game_id, revision, webhook_id
    FROM deliveries
    WHERE state <> 'pending'
        AND settled_at < (CASE state WHEN 'dead' THEN ?2 ELSE ?1 END)
        AND settled_at < max(?1, ?2)
    ORDER BY settled_at
    LIMIT ?3
)
