-- What is on its way to webhooks, and what was given up: each read from the index that holds nothing else.
SELECT waiting.count AS "pending!: i64", given_up.count AS "dead!: i64", waiting.oldest AS "oldest: i64"
FROM (SELECT count(*) AS count, min(due_since) AS oldest FROM deliveries WHERE state = 'pending') AS waiting
CROSS JOIN (SELECT count(*) AS count FROM deliveries WHERE state = 'dead') AS given_up
