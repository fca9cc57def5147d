-- Secret addresses of members' own feeds (docs/product.md §23): one per member.
create table feed_addresses (
  member_id bigint primary key references members on delete cascade,
  -- SHA-256 of the token.
  token_hash bytea not null constraint feed_addresses_hash_key unique,
  created_at timestamptz not null,
  last_read_at timestamptz
);
