-- What a replica noted before, and old notes of replicas that have gone away.
DELETE FROM spectators
WHERE replica = ?1 OR noted_at < ?2
