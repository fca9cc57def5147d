-- Keys with which other programs make calls of staff (docs/product.md §30).
create table api_keys (
  id bigint generated always as identity primary key,
  -- SHA-256 of the key.
  key_hash bytea not null constraint api_keys_hash_key unique,
  -- The beginning of the key, by which people recognise it.
  hint text not null,
  name text not null,
  -- The owner, whose current permissions limit the key.
  member_id bigint not null references members,
  -- The permission codes that the key gives at most.
  scopes text[] not null,
  created_at timestamptz not null,
  -- Null for a key that does not expire.
  expires_at timestamptz,
  last_used_at timestamptz
);
-- The deletion of the owner's account.
create index api_keys_of_member on api_keys (member_id);

-- The name of the key that performed an action; null for an action in a session.
alter table audit_entries add column key_name text;
