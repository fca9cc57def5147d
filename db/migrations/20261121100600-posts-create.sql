-- News, articles and references share one life, so they are one kind of record (PRODUCT §2).
-- `access` is what counts: the post's own where `own_access` is set, else its column's, kept in step by
-- the service; so one index answers "newest VIP articles".
create table posts (
  id bigint generated always as identity (start with 100001) primary key,
  kind text not null check (kind in ('news', 'article', 'reference')),
  column_id bigint not null references columns,
  author_id bigint not null references authors,
  title text not null,
  title_breaks text not null,
  summary text not null default '',
  cover text,
  own_access text check (own_access in ('public', 'member', 'vip', 'paid')),
  access text not null check (access in ('public', 'member', 'vip', 'paid')),
  price integer check (price between 1 and 10000000),
  vip_free boolean not null default false,
  important boolean not null default false,
  tags text[] not null default '{}',
  stock_codes text[] not null default '{}',
  word_count integer not null default 0,
  state text not null check (state in ('draft', 'scheduled', 'published', 'withdrawn')),
  -- Milliseconds, so that a keyset read by JavaScript is exact.
  published_at timestamptz(3),
  import_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint posts_import_key_key unique (import_key),
  check (state = 'draft' or published_at is not null)
);

-- The lists, newest first, by keyset (published_at, id). Each index says whose list it serves.
create index posts_of_kind on posts (kind, published_at desc, id desc) where state = 'published';
create index posts_of_column on posts (column_id, published_at desc, id desc) where state = 'published';
create index posts_of_author on posts (author_id, kind, published_at desc, id desc) where state = 'published';
create index posts_of_column_author on posts (column_id, author_id, published_at desc, id desc) where state = 'published';
-- newArticleList (VIP) and newNoVIPArticleList.
create index posts_of_access on posts (kind, access, published_at desc, id desc) where state = 'published';
-- The job that publishes what is due.
create index posts_due on posts (published_at) where state = 'scheduled';

create table post_bodies (
  post_id bigint primary key references posts on delete cascade,
  html text not null,
  open_html text not null,
  headings jsonb not null default '[]',
  attachments jsonb not null default '[]',
  locked_word_count integer not null default 0
);

-- Tags and stock codes as rows, so that the newest of a tag are one index scan at any size.
create table post_labels (
  post_id bigint not null references posts on delete cascade,
  type text not null check (type in ('tag', 'stock')),
  label text not null,
  kind text not null,
  column_id bigint not null,
  published_at timestamptz(3) not null,
  primary key (post_id, type, label)
);
create index post_labels_newest on post_labels (type, label, kind, published_at desc, post_id desc);
create index post_labels_newest_of_column on post_labels (type, label, column_id, published_at desc, post_id desc);
create index post_labels_by_prefix on post_labels (type, label text_pattern_ops);

create table post_counters (
  post_id bigint primary key references posts on delete cascade,
  views bigint not null default 0,
  comments integer not null default 0
) with (fillfactor = 70);

-- Published posts by kind, column and author, kept by the trigger below: a list's total is read, not counted.
create table post_totals (
  scope text not null check (scope in ('kind', 'column', 'author')),
  key text not null,
  published integer not null,
  primary key (scope, key)
) with (fillfactor = 50);

-- One function an event, since their transition tables differ. Rows change in the order of the key, so two
-- transactions cannot wait for each other.
create function keep_post_totals_on_insert() returns trigger language plpgsql as $$
begin
  with changed as (select kind, column_id, author_id, 1 delta from added where state = 'published')
  insert into post_totals (scope, key, published)
  select scope, key, sum(delta) from (
    select 'kind' scope, kind key, delta from changed
    union all select 'column', column_id::text, delta from changed
    union all select 'author', author_id::text || '/' || kind, delta from changed
  ) deltas
  group by scope, key having sum(delta) <> 0
  order by scope, key
  on conflict (scope, key) do update set published = post_totals.published + excluded.published;
  return null;
end $$;
create function keep_post_totals_on_delete() returns trigger language plpgsql as $$
begin
  with changed as (select kind, column_id, author_id, -1 delta from gone where state = 'published')
  insert into post_totals (scope, key, published)
  select scope, key, sum(delta) from (
    select 'kind' scope, kind key, delta from changed
    union all select 'column', column_id::text, delta from changed
    union all select 'author', author_id::text || '/' || kind, delta from changed
  ) deltas
  group by scope, key having sum(delta) <> 0
  order by scope, key
  on conflict (scope, key) do update set published = post_totals.published + excluded.published;
  return null;
end $$;
create function keep_post_totals_on_update() returns trigger language plpgsql as $$
begin
  with changed as (select kind, column_id, author_id, 1 delta from added where state = 'published'
    union all select kind, column_id, author_id, -1 delta from gone where state = 'published')
  insert into post_totals (scope, key, published)
  select scope, key, sum(delta) from (
    select 'kind' scope, kind key, delta from changed
    union all select 'column', column_id::text, delta from changed
    union all select 'author', author_id::text || '/' || kind, delta from changed
  ) deltas
  group by scope, key having sum(delta) <> 0
  order by scope, key
  on conflict (scope, key) do update set published = post_totals.published + excluded.published;
  return null;
end $$;

create trigger post_totals_insert after insert on posts
  referencing new table as added for each statement execute function keep_post_totals_on_insert();
create trigger post_totals_delete after delete on posts
  referencing old table as gone for each statement execute function keep_post_totals_on_delete();
create trigger post_totals_update after update on posts
  referencing old table as gone new table as added for each statement execute function keep_post_totals_on_update();

-- Views: a bucket of ten minutes remembers, three rolling sums rank (the last 24 hours, 7 and 30 days).
-- A job takes out of the sums what has left their windows; the watermark says how far.
create table post_view_buckets (
  bucket timestamptz not null,
  post_id bigint not null references posts on delete cascade,
  views integer not null,
  primary key (bucket, post_id)
);
create table post_view_periods (
  period text not null check (period in ('day', 'week', 'month')),
  post_id bigint not null references posts on delete cascade,
  kind text not null,
  column_id bigint not null,
  views bigint not null,
  primary key (period, post_id)
) with (fillfactor = 70);
create index post_view_ranking on post_view_periods (period, kind, views desc, post_id desc);
create index post_view_ranking_of_column on post_view_periods (period, column_id, views desc, post_id desc);
create table post_view_watermarks (
  period text primary key,
  counted_from timestamptz not null
);
insert into post_view_watermarks values ('day', '-infinity'), ('week', '-infinity'), ('month', '-infinity');
