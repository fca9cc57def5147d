-- Looks for locked text on everything a visitor can reach, begun at the desk and done by the worker.
create table leak_scans (
  id bigint generated always as identity primary key,
  -- How many pieces with a locked part are looked at, newest first; null for all.
  most int check (most > 0),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- How often it was begun: what ends a process each time is given up.
  attempts int not null default 0,
  done int not null default 0,
  total int,
  sentences int not null default 0,
  addresses int not null default 0,
  leak_count int not null default 0,
  -- The first leaks, each with address, piece and sentence.
  leaks jsonb not null default '[]',
  -- Addresses that did not answer.
  faults jsonb not null default '[]',
  error text not null default '',
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
-- One at a time; and the one the worker looks for every second.
create unique index leak_scans_waiting on leak_scans ((true)) where state in ('queued', 'running');
create index leak_scans_of_creator on leak_scans (created_by);
