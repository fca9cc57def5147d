-- Posts whose search document is stale. Written in the transaction that changes the post; the one writer of
-- the index takes rows from here, so nothing that was published can be forgotten.
create table search_outbox (
  id bigint generated always as identity primary key,
  post_id bigint not null,
  queued_at timestamptz not null default now()
);
