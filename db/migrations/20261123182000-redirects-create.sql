-- Addresses of the site that was here before, and where each leads (docs/product.md §27).
create table redirects (
  id bigint generated always as identity primary key,
  -- Path with an optional query, or a pattern that ends in `*`, normalised.
  source text not null,
  status smallint not null constraint redirects_status_check check (status in (301, 302, 410)),
  -- A path of this site or an https address; empty for 410, and for a post, whose address is computed.
  target text not null default '',
  post_id bigint references posts on delete cascade,
  hits bigint not null default 0,
  last_hit_at timestamptz,
  created_at timestamptz not null default now()
);
-- The lookup of a request's address. A hash, because a source may be longer than an entry of an index.
create unique index redirects_source on redirects (md5(source));
-- The list by hits.
create index redirects_by_hits on redirects (hits, id);
-- A changed, moved or deleted post.
create index redirects_of_post on redirects (post_id) where post_id is not null;
