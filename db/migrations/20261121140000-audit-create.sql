-- What staff did: who, to what, and how it was before and after. Rows are only ever added.
create table audit_entries (
  id bigint generated always as identity primary key,
  member_id bigint references members on delete set null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index audit_entries_of_target on audit_entries (target, id desc);
create index audit_entries_of_member on audit_entries (member_id, id desc);
create index audit_entries_of_action on audit_entries (action, id desc);
