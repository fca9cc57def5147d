-- The people desk: finding members by name and mobile, among a million of them.
create index members_by_name_prefix on members (name text_pattern_ops);
create index members_by_mobile_prefix on members (mobile text_pattern_ops);
create index members_blocked on members (blocked_at desc, id desc) where blocked_at is not null;
create index members_by_registration on members (created_at);

create table member_tags (
  member_id bigint not null references members on delete cascade,
  tag text not null check (char_length(tag) between 1 and 20),
  primary key (member_id, tag)
);
create index member_tags_of_tag on member_tags (tag, member_id desc);

-- The roles that come with the portal keep their codes; the publisher's own come and go.
alter table roles
  add is_builtin boolean not null default false,
  add created_at timestamptz not null default now();
update roles set is_builtin = true;
create index member_roles_of_role on member_roles (role);
update roles set permissions = permissions || '{feeds.manage,authors.manage}' where code = 'editor';
update roles set permissions = permissions || '{words.manage}' where code = 'reviewer';

-- An invitation makes whoever opens its link, logged in, a member of the staff: once, before it runs out.
create table staff_invitations (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  name text not null check (char_length(name) between 1 and 30),
  -- Digits of the mobile it is meant for; anybody's without.
  mobile text,
  roles text[] not null,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_by bigint references members on delete set null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index staff_invitations_open on staff_invitations (expires_at) where accepted_at is null and revoked_at is null;
create index staff_invitations_of_creator on staff_invitations (created_by);
create index staff_invitations_of_accepter on staff_invitations (accepted_by);
