-- Every save is a version: a snapshot of all an editor may change (PRODUCT §6). `live_version` is what readers see,
-- `head_version` what the desk works on; they differ while a published piece has unpublished changes.
alter table posts
  add head_version integer not null default 0,
  add live_version integer not null default 0;
-- The desk's lists: newest change first, of all states or one, of all columns or one.
create index posts_by_change on posts (updated_at desc, id desc);
create index posts_of_state_by_change on posts (state, updated_at desc, id desc);
create index posts_of_column_by_change on posts (column_id, updated_at desc, id desc);
-- What is not out is not in the search index, and there is little of it.
create index posts_unpublished on posts (id) where state <> 'published';

create table post_versions (
  post_id bigint not null references posts on delete cascade,
  number integer not null,
  content jsonb not null,
  saved_by bigint references members on delete set null,
  saved_at timestamptz not null default now(),
  primary key (post_id, number)
);

-- Who has a piece open at the desk: a notice to the next one, not a barrier; the version number is the barrier.
create table post_locks (
  post_id bigint primary key references posts on delete cascade,
  member_id bigint not null references members on delete cascade,
  expires_at timestamptz not null
);

-- The body with its paywall mark, where it has one: what an editor opens again.
alter table post_bodies
  add source_html text,
  add seo_title text not null default '',
  add seo_description text not null default '',
  add related_ids bigint[] not null default '{}';
