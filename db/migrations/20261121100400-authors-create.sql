create table authors (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 50),
  title text not null default '',
  bio text not null default '',
  avatar text,
  member_id bigint unique references members,
  created_at timestamptz not null default now(),
  constraint authors_name_key unique (name)
);
create index authors_by_name_prefix on authors (name text_pattern_ops);
