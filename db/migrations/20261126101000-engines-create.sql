-- Addresses that wait to be pushed to a search engine, one per post and column that it is or was in.
create table engine_outbox (
  id bigint generated always as identity primary key,
  engine text not null check (engine in ('baidu', 'indexnow')),
  post_id bigint not null,
  column_id bigint not null,
  queued_at timestamptz not null default now(),
  due_at timestamptz not null,
  attempts integer not null default 0,
  unique (engine, post_id, column_id)
);
-- The newest due addresses of an engine, and those that became too old.
create index engine_outbox_newest on engine_outbox (engine, queued_at desc);
-- The log of pushes.
create table engine_pushes (
  id bigint generated always as identity primary key,
  engine text not null,
  addresses text[] not null,
  is_taken boolean not null,
  -- What the engine answered, for staff.
  answer text not null,
  pushed_at timestamptz not null
);
-- The deletion of old ones.
create index engine_pushes_by_age on engine_pushes (pushed_at);
-- What limits the next push to an engine.
create table engine_states (
  engine text primary key,
  failures integer not null default 0,
  retry_at timestamptz,
  -- How many addresses the engine still takes today; null: unknown.
  remaining integer
);
