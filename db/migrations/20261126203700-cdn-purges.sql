-- Purges that wait to be sent to the CDN, one row per purge of a transaction. Changes only insert, so that two of them
-- never wait for each other here.
create table cdn_purges (
  id bigint generated always as identity primary key,
  -- `*`: everything.
  tags text[] not null,
  queued_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- How often the CDN took it. Each purge is sent more than once (src/features/cdn/send-purges.ts).
  sent smallint not null default 0,
  attempts integer not null default 0
);
-- The due purges, and the age of the oldest.
create index cdn_purges_due on cdn_purges (due_at);
