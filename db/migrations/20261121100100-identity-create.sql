create table members (
  id bigint generated always as identity (start with 1001) primary key,
  mobile text not null,
  name text not null,
  avatar text,
  password_hash text,
  blocked_at timestamptz,
  created_at timestamptz not null default now(),
  constraint members_mobile_key unique (mobile)
);

create table roles (
  code text primary key,
  name text not null,
  permissions text[] not null default '{}'
);

create table member_roles (
  member_id bigint not null references members on delete cascade,
  role text not null references roles,
  primary key (member_id, role)
);

-- Tokens are kept hashed (SHA-256): who reads the table cannot log in with it.
create table sessions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  token_hash bytea not null unique,
  refresh_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  user_agent text not null default '',
  address text not null default ''
);
create index sessions_of_member on sessions (member_id);

-- Failed log-ins, by account and by address: the limits that guard accounts live here (PRODUCT §4).
create table login_failures (
  subject text not null,
  failed_at timestamptz not null default now()
);
create index login_failures_recent on login_failures (subject, failed_at);

insert into roles (code, name, permissions) values
  ('admin', '管理员', '{*}'),
  ('editor', '编辑', '{content.view,content.edit,content.publish,media.manage,columns.manage,frontpage.manage}'),
  ('reviewer', '审核', '{content.view,content.review,comments.moderate}'),
  ('operator', '运营', '{content.view,members.view,members.manage,frontpage.manage,analytics.view}'),
  ('finance', '财务', '{orders.view,orders.refund,ledger.view,ledger.settle}');
