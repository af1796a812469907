-- The newest migration of this file.
SELECT max(version) AS "version: i64"
FROM _sqlx_migrations
WHERE success
