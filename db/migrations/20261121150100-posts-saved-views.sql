-- A list as somebody wants to find it again: filters under a name, each person's own.
create table saved_views (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  name text not null check (char_length(name) between 1 and 30),
  filters jsonb not null,
  created_at timestamptz not null default now(),
  constraint saved_views_name_key unique (member_id, name)
);
