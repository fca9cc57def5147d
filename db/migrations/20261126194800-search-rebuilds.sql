-- How far the rebuild of the search index is: one row while it runs, for every machine.
create table search_rebuilds (
  id boolean primary key default true check (id),
  done integer not null,
  total integer not null,
  started_at timestamptz not null,
  -- Renewed every five seconds; a rebuild that has died is no longer shown a minute later.
  seen_at timestamptz not null
);
