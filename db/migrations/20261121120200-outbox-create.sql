-- What the embedded default would have sent: shown on a page instead.
create table outbox_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  created_at timestamptz not null default now()
);
create index outbox_messages_by_age on outbox_messages (created_at);
