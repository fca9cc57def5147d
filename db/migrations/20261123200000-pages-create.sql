-- A publisher's own pages, such as 关于我们 (docs/product.md §28); at most 200 rows.
create table pages (
  id bigint generated always as identity primary key,
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  -- What readers see: the version `live_version` as it was last published.
  slug text,
  title text not null default '',
  html text not null default '',
  description text not null default '',
  head_version integer not null default 1,
  live_version integer not null default 0,
  updated_at timestamptz not null,
  -- Only a published page occupies its address.
  constraint pages_slug_of_published check ((state = 'published') = (slug is not null))
);
-- A page by its address, and one page per address.
create unique index pages_slug on pages (slug);

create table page_versions (
  page_id bigint not null references pages on delete cascade,
  number integer not null,
  content jsonb not null,
  saved_by bigint references members on delete set null,
  saved_at timestamptz not null,
  primary key (page_id, number)
);

-- The links of the footer; without a row, or with null, the program's own.
create table footers (
  id smallint primary key check (id = 1),
  groups jsonb,
  version integer not null
);
