alter table members
  add email text,
  add totp_secret text,
  add totp_enabled_at timestamptz,
  -- The last time step whose code was taken: a code works once.
  add totp_last_step bigint,
  add deletion_due_at timestamptz,
  add deleted_at timestamptz,
  add constraint members_email_key unique (email);
create index members_deletion_due on members (deletion_due_at) where deletion_due_at is not null;

create table recovery_codes (
  member_id bigint not null references members on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);

-- Codes sent by SMS or mail. Every request is a row, also where nothing was sent, so that limits and the time of an
-- answer do not tell which numbers are registered.
create table verification_codes (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  purpose text not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  address text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_codes_of_recipient on verification_codes (channel, recipient, created_at desc);
create index verification_codes_of_address on verification_codes (address, created_at desc);
create index verification_codes_by_age on verification_codes (created_at);

-- Proofs of work that were accepted: each counts once.
create table spent_proofs (
  signature text primary key,
  expires_at timestamptz not null
);
create index spent_proofs_by_age on spent_proofs (expires_at);

create table external_accounts (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  provider text not null check (provider in ('wechat')),
  union_id text not null,
  open_id text not null,
  nickname text not null default '',
  created_at timestamptz not null default now(),
  constraint external_accounts_identity_key unique (provider, union_id),
  constraint external_accounts_member_key unique (member_id, provider)
);

-- A log-in that was sent away to the provider and is to come back once, to the browser it left from.
create table oauth_states (
  state_hash bytea primary key,
  cookie_hash bytea not null,
  provider text not null,
  purpose text not null check (purpose in ('login', 'bind')),
  member_id bigint references members on delete cascade,
  expires_at timestamptz not null
);
create index oauth_states_by_age on oauth_states (expires_at);

-- A provider's person who is nobody's member yet, until a mobile number is proven.
create table bind_tickets (
  ticket_hash bytea primary key,
  provider text not null,
  union_id text not null,
  open_id text not null,
  nickname text not null default '',
  expires_at timestamptz not null
);
create index bind_tickets_by_age on bind_tickets (expires_at);

-- Who agreed to which version of which text, when and from where (PIPL).
create table consents (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  kind text not null check (kind in ('agreement', 'privacy')),
  version text not null,
  address text not null,
  agreed_at timestamptz not null default now(),
  unique (member_id, kind, version)
);
