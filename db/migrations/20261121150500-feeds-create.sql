-- RSS and Atom sources, asked on schedule.
create table feed_sources (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 50),
  url text not null unique,
  column_id bigint not null references columns,
  interval_minutes int not null default 30 check (interval_minutes between 5 and 1440),
  is_active boolean not null default true,
  etag text not null default '',
  last_modified text not null default '',
  next_fetch_at timestamptz not null default now(),
  last_fetched_at timestamptz,
  -- Empty while the last fetch went well.
  last_error text not null default '',
  failures int not null default 0,
  created_at timestamptz not null default now()
);
create index feed_sources_due on feed_sources (next_fetch_at) where is_active;
create index feed_sources_of_column on feed_sources (column_id);

-- What came in: a queue to approve. An item of a source is its guid or link, and the same text from two sources once.
create table feed_items (
  id bigint generated always as identity primary key,
  source_id bigint not null references feed_sources on delete cascade,
  item_key text not null,
  content_hash bytea not null unique,
  url text not null default '',
  title text not null,
  author text not null default '',
  summary text not null default '',
  html text not null,
  published_at timestamptz,
  fetched_at timestamptz not null default now(),
  state text not null default 'pending' check (state in ('pending', 'approved', 'dismissed')),
  post_id bigint references posts on delete set null,
  decided_by bigint references members on delete set null,
  decided_at timestamptz,
  constraint feed_items_once_key unique (source_id, item_key)
);
create index feed_items_of_state on feed_items (state, id desc);
create index feed_items_of_source on feed_items (source_id, state, id desc);
create index feed_items_of_post on feed_items (post_id);
create index feed_items_of_decider on feed_items (decided_by);
create index feed_items_by_age on feed_items (fetched_at) where state <> 'approved';
