-- One table for every rate limit: `key` names the limit and whom it counts, `hits` are the times that count, oldest first.
-- Replaces a table per feature. What those counted is forgotten by this migration: no window is longer than an hour.
create table rate_limits (
  key text primary key,
  hits timestamptz[] not null,
  -- From then on no hit counts any more.
  expires_at timestamptz not null
);
-- For the job that deletes expired rows.
create index rate_limits_expired on rate_limits (expires_at);

drop table comment_tries;
drop table login_failures;
drop table payment_starts;
drop table redeem_failures;
