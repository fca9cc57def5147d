-- The versions of the drafts of agreement and privacy, one draft each; the one with the highest number is the newest.
-- What members agreed to is in agreements, which no draft changes.
create table agreement_drafts (
  kind text not null check (kind in ('agreement', 'privacy')),
  number integer not null,
  title text not null,
  html text not null,
  saved_by bigint references members on delete set null,
  saved_at timestamptz not null,
  primary key (kind, number)
);
-- The deletion of a member.
create index agreement_drafts_of_member on agreement_drafts (saved_by);
