-- The newest migration of this database.
SELECT max(version) AS version
FROM _sqlx_migrations
WHERE success
