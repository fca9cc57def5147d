-- Whose search index takes what search_outbox holds: one row. An index on another machine's disk would miss it.
create table search_index_holder (
  id boolean primary key default true check (id),
  -- The random name in the index's own folder.
  index_id text not null,
  machine text not null,
  pid integer not null,
  -- Renewed by the worker; free for another index a minute later, or at once when it is null.
  seen_at timestamptz
);
