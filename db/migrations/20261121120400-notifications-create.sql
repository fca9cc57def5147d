-- `source_key` names what a notice is about (`post:100001`), so that telling twice tells once.
create table notices (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  kind text not null,
  title text not null,
  body text not null default '',
  link text not null default '',
  source_key text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notices_once_key unique (member_id, source_key)
);
create index notices_of_member on notices (member_id, id desc);
create index notices_of_member_kind on notices (member_id, kind, id desc);
create index notices_unread on notices (member_id, id) where read_at is null;

create table announcements (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null,
  link text not null default '',
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now()
);

-- What is being told to many, and how far: a batch at a time, so that a crash goes on where it stopped.
create table notice_fanouts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('followed', 'announcement')),
  target_id bigint not null,
  last_member_id bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint notice_fanouts_once_key unique (kind, target_id)
);

-- Kinds of notice a member does not want; what is not here is wanted.
create table notice_refusals (
  member_id bigint not null references members on delete cascade,
  kind text not null,
  primary key (member_id, kind)
);

update roles set permissions = permissions || '{notices.send}' where code in ('editor', 'operator');
