-- When a notice was told last: what is told again, another like, goes to the top and is unread.
alter table notices rename column created_at to told_at;
alter table notices alter column told_at type timestamptz(3);
-- Who did what a grouped notice tells of, the last first: [{"id": "7", "name": "甲"}].
alter table notices add column people jsonb;
drop index notices_of_member;
drop index notices_of_member_kind;
create index notices_of_member on notices (member_id, told_at desc, id desc);
create index notices_of_member_kind on notices (member_id, kind, told_at desc, id desc);
-- A comment that is seen no more is quoted no more: all that was told of it.
create index notices_of_comment on notices (source_key) where kind in ('reply', 'mention', 'like');

-- Kinds that a member wants by mail or WeChat as well.
create table notice_channels (
  member_id bigint not null references members on delete cascade,
  kind text not null,
  channel text not null check (channel in ('mail', 'wechat')),
  primary key (member_id, kind, channel)
);

-- What is to go out by a channel. A notice waits there once at a time, however often it is told anew.
create table notice_deliveries (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notices on delete cascade,
  member_id bigint not null references members on delete cascade,
  kind text not null,
  channel text not null check (channel in ('mail', 'wechat')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Why it was dropped, or failed last.
  fault text not null default ''
);
create unique index notice_deliveries_once on notice_deliveries (notice_id, channel) where state = 'waiting';
create index notice_deliveries_due on notice_deliveries (due_at, id) where state = 'waiting';
create index notice_deliveries_gathered on notice_deliveries (member_id, channel, kind) where state = 'waiting';
create index notice_deliveries_last on notice_deliveries (member_id, channel, kind, ended_at desc) where state = 'sent';
create index notice_deliveries_by_age on notice_deliveries (ended_at) where state <> 'waiting';
create index notice_deliveries_of_notice on notice_deliveries (notice_id);

-- Whom the publisher's WeChat service account can reach, by the id a person has with that account.
create table notice_wechat (
  member_id bigint primary key references members on delete cascade,
  app_id text not null,
  open_id text not null,
  -- Null until the account was asked; false where they do not follow it, so that it may not write to them.
  is_following boolean,
  created_at timestamptz not null default now(),
  constraint notice_wechat_person_key unique (app_id, open_id)
);

-- A code on a screen that, scanned in WeChat, says which member's it is; good once, for ten minutes.
create table notice_wechat_tickets (
  ticket_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  expires_at timestamptz not null
);
create index notice_wechat_tickets_of_member on notice_wechat_tickets (member_id);
