-- outside-transaction
create index concurrently spent_refresh_tokens_by_token on spent_refresh_tokens (token_hash);
