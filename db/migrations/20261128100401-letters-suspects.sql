-- outside-transaction
-- The refusals of a letter since the mail server last accepted it (src/features/letters/send-queries.ts).
create index concurrently letter_recipients_suspect on letter_recipients (letter_id) where suspicion is not null;
