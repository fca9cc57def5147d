create table collects (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  post_id bigint not null references posts on delete cascade,
  kind text not null,
  created_at timestamptz not null default now(),
  constraint collects_once_key unique (member_id, post_id)
);
create index collects_of_member on collects (member_id, kind, id desc);
create index collects_of_post on collects (post_id);

create table follows (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  author_id bigint not null references authors on delete cascade,
  created_at timestamptz not null default now(),
  constraint follows_once_key unique (member_id, author_id)
);
create index follows_of_member on follows (member_id, id desc);
create index follows_of_author on follows (author_id, member_id);

-- Collects of a piece and followers of an author, kept by the triggers below: shown everywhere, never counted.
create table collection_totals (
  scope text not null check (scope in ('post', 'author')),
  target_id bigint not null,
  total integer not null,
  primary key (scope, target_id)
) with (fillfactor = 70);

create function keep_collection_totals() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'collects' then
    insert into collection_totals (scope, target_id, total)
    select 'post', post_id, case tg_op when 'INSERT' then count(*) else -count(*) end from changed group by post_id order by post_id
    on conflict (scope, target_id) do update set total = collection_totals.total + excluded.total;
  else
    insert into collection_totals (scope, target_id, total)
    select 'author', author_id, case tg_op when 'INSERT' then count(*) else -count(*) end from changed group by author_id order by author_id
    on conflict (scope, target_id) do update set total = collection_totals.total + excluded.total;
  end if;
  return null;
end $$;
create trigger collects_insert after insert on collects
  referencing new table as changed for each statement execute function keep_collection_totals();
create trigger collects_delete after delete on collects
  referencing old table as changed for each statement execute function keep_collection_totals();
create trigger follows_insert after insert on follows
  referencing new table as changed for each statement execute function keep_collection_totals();
create trigger follows_delete after delete on follows
  referencing old table as changed for each statement execute function keep_collection_totals();

create table reading_history (
  member_id bigint not null references members on delete cascade,
  post_id bigint not null references posts on delete cascade,
  read_at timestamptz(3) not null,
  primary key (member_id, post_id)
);
create index reading_history_newest on reading_history (member_id, read_at desc, post_id desc);
