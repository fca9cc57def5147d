-- A code by SMS or mail is tried only from the browser (device cookie) or network that asked for it.
alter table verification_codes add column device_hash bytea;

-- Browsers a member has logged in with: strangers' wrong passwords do not stop log-ins from them.
create table known_devices (
  member_id bigint not null references members on delete cascade,
  device_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (member_id, device_hash)
);

-- Refresh tokens that were exchanged. One that comes back was stolen, or its successor was: the session ends.
create table spent_refresh_tokens (
  refresh_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  spent_at timestamptz not null
);
create index spent_refresh_tokens_of_session on spent_refresh_tokens (session_id);
