-- How often a member asked a gateway to be paid, in the window that began at `since`: one row for each who pays.
create table payment_starts (
  member_id bigint primary key references members on delete cascade,
  since timestamptz not null,
  count integer not null check (count > 0)
);
create index payment_starts_by_age on payment_starts (since);
