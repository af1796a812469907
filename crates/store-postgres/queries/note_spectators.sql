-- What a replica counts now: it replaces what the replica noted before, and old notes of replicas that
-- have gone away are forgotten. Rows that another replica is forgetting are left to it.
WITH left_alone AS (
    DELETE FROM spectators
    WHERE replica = $1 AND game_id <> ALL ($2::uuid[])
),
old AS (
    DELETE FROM spectators
    WHERE (game_id, replica) IN (
        SELECT game_id, replica
        FROM spectators
        WHERE noted_at < $5 AND replica <> $1
        FOR UPDATE SKIP LOCKED
    )
)
INSERT INTO spectators (game_id, replica, count, noted_at)
SELECT game_id, $1, count, $4
FROM unnest($2::uuid[], $3::integer[]) AS noted (game_id, count)
ON CONFLICT ON CONSTRAINT spectators_pkey DO UPDATE
SET count = excluded.count, noted_at = excluded.noted_at
