-- Headed, ordered collections of posts (docs/product.md §34).
create table topics (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  introduction text not null default '',
  cover text,
  is_open boolean not null default false,
  -- What a save must send back.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table topic_posts (
  topic_id bigint not null references topics on delete cascade,
  post_id bigint not null references posts on delete cascade,
  position integer not null,
  primary key (topic_id, post_id)
);
create index topic_posts_post on topic_posts (post_id);
