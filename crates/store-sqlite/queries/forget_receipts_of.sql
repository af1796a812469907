-- Its receipts.
DELETE FROM receipts WHERE game_id = ?1
