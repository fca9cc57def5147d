-- A digest that the worker makes by day or week, of the new posts of some columns.
create table letter_digests (
  id bigint generated always as identity primary key,
  name text not null,
  period text not null check (period in ('daily', 'weekly')),
  -- 1 is Monday; only for a weekly digest.
  weekday smallint not null default 1 check (weekday between 1 and 7),
  hour smallint not null check (hour between 0 and 23),
  column_ids bigint[] not null,
  introduction text not null default '',
  audience text not null default 'all' check (audience in ('all', 'vip', 'column', 'tag')),
  audience_key text not null default '',
  is_on boolean not null default true,
  -- Posts published until then were considered.
  covered_until timestamptz not null,
  next_at timestamptz not null,
  created_at timestamptz not null default now()
);
-- The worker's search for digests to make.
create index letter_digests_due on letter_digests (next_at, id) where is_on;

create table letters (
  id bigint generated always as identity primary key,
  -- Who asked for it: a letter of the editors, or a digest by day or week.
  subscription text not null check (subscription in ('letter', 'daily', 'weekly')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent', 'stopped')),
  version integer not null default 1,
  subject text not null default '',
  introduction text not null default '',
  post_ids bigint[] not null default '{}',
  -- Whether it carries the text of its only post, cut for each recipient, instead of summaries.
  is_whole boolean not null default false,
  audience text not null default 'all' check (audience in ('all', 'vip', 'column', 'tag')),
  audience_key text not null default '',
  digest_id bigint references letter_digests on delete set null,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  scheduled_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- Recipients are listed up to the member with this id.
  listed_to bigint not null default 0,
  is_listed boolean not null default false,
  recipients integer not null default 0,
  -- The counts by state when sending ended.
  figures jsonb,
  -- Why the portal stopped it; empty if staff did.
  fault text not null default ''
);
-- The worker's searches for letters to start and to send.
create index letters_due on letters (scheduled_at, id) where state = 'scheduled';
create index letters_sending on letters (id) where state = 'sending';
-- Deletion of a digest, and of a member.
create index letters_of_digest on letters (digest_id);
create index letters_of_creator on letters (created_by);

/*
 * One row per recipient: pending -> sending -> sent, failed or unknown; pending -> skipped. `sending` is committed before
 * the first byte of the message leaves, so a row that is still pending was not sent, and a row that stays in `sending`
 * may have been: it becomes `unknown` and is not sent again.
 */
create table letter_recipients (
  id bigint generated always as identity primary key,
  letter_id bigint not null references letters on delete cascade,
  member_id bigint not null references members on delete cascade,
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  -- From when it may be claimed; a claim moves it to the end of the lease.
  due_at timestamptz not null,
  claims integer not null default 0,
  -- Temporary refusals (4xx) so far.
  deferrals integer not null default 0,
  sending_at timestamptz,
  ended_at timestamptz,
  -- Why it failed or was skipped.
  fault text not null default '',
  unsubscribed_at timestamptz,
  constraint letter_recipients_once unique (letter_id, member_id)
);
-- Claims of due recipients.
create index letter_recipients_due on letter_recipients (letter_id, due_at, id) where state = 'pending';
-- Messages without an answer, which become unknown.
create index letter_recipients_sending on letter_recipients (sending_at) where state = 'sending';
-- The figures of a letter, and the list of those that failed.
create index letter_recipients_by_state on letter_recipients (letter_id, state, id);
create index letter_recipients_unsubscribed on letter_recipients (letter_id) where unsubscribed_at is not null;
-- A member's copy of their data, and the deletion of their account.
create index letter_recipients_of_member on letter_recipients (member_id, id);

-- Addresses that refuse mail for good, or did so at least once.
create table letter_bounces (
  id bigint generated always as identity primary key,
  -- In lower case.
  address text not null unique,
  -- Refusals of the message in a row; the third marks the address.
  refusals integer not null default 0,
  -- Null while the address still gets letters.
  bounced_at timestamptz,
  reason text not null default '',
  source text not null check (source in ('smtp', 'staff'))
);
create index letter_bounces_newest on letter_bounces (id desc) where bounced_at is not null;

-- How many messages were claimed in the current minute, and until when the mail server takes none.
create table letter_pace (
  id integer primary key default 1 check (id = 1),
  minute timestamptz not null default '2000-01-01',
  claimed integer not null default 0,
  held_until timestamptz,
  holds integer not null default 0,
  fault text not null default ''
);
insert into letter_pace default values;

-- Those who asked for letters, in the order in which recipients are listed.
create index notice_channels_of_letters on notice_channels (kind, member_id)
  where channel = 'mail' and kind in ('letter', 'daily', 'weekly');

update roles set permissions = permissions || '{letters.send}' where code = 'editor';
