-- Who may read what, until when. A purchase has no end; `target_id` is a post or a column, null for VIP.
create table grants (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  scope text not null check (scope in ('vip', 'post', 'column')),
  target_id bigint,
  source text not null,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  check ((scope = 'vip') = (target_id is null)),
  check (ends_at is null or ends_at > starts_at)
);
create index grants_of_member on grants (member_id, scope, target_id, ends_at);
