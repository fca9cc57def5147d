-- Addresses that readers asked for and nothing answered (docs/product.md §27); at most 5,000 rows.
create table missing_addresses (
  id bigint generated always as identity primary key,
  address text not null,
  hits bigint not null,
  -- Host of the last page with a link to it; empty if unknown.
  referrer text not null default '',
  is_ignored boolean not null default false,
  first_at timestamptz not null,
  last_at timestamptz not null
);
-- Counting.
create unique index missing_addresses_address on missing_addresses (md5(address));
-- The list, and the deletion of the rarest.
create index missing_addresses_by_hits on missing_addresses (is_ignored, hits, id);
