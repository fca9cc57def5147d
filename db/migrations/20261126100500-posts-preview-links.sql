-- Links that show an unpublished post to people without an account; only the hash of their token is stored.
create table preview_links (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  token_hash bytea not null unique,
  label text not null check (char_length(label) between 1 and 30),
  reader text not null check (reader in ('visitor', 'buyer')),
  -- The version that the link keeps showing; null for the newest at each opening.
  version integer,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened integer not null default 0,
  last_opened_at timestamptz
);
-- The links of a post, newest first.
create index preview_links_of_post on preview_links (post_id, id desc);
-- The job that deletes links some time after their end.
create index preview_links_by_expiry on preview_links (expires_at);
-- The deletion of an account.
create index preview_links_of_creator on preview_links (created_by) where created_by is not null;
