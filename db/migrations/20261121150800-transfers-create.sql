-- Imports and exports begun at the desk: long work with progress that outlives the page it was begun on.
create table transfers (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('import', 'export')),
  -- What the person called the file; where it lies on disk is `path`, and only ours to know.
  name text not null,
  path text not null,
  options jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done int not null default 0,
  total int,
  counts jsonb not null default '{}',
  -- The first faults, each with its file and line.
  report jsonb not null default '[]',
  error text not null default '',
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index transfers_waiting on transfers (id) where state in ('queued', 'running');
create index transfers_of_creator on transfers (created_by);
