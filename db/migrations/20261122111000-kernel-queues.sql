-- Long jobs are leased: nobody claims one before `due_at`, and a claim moves it to the end of the lease. What was running when this is applied is claimed again, as it was before.
alter table transfers add column due_at timestamptz not null default '-infinity';
alter table transfers add column attempts integer not null default 0;
update transfers set attempts = coalesce((options ->> 'attempts')::integer, 0), options = options - 'attempts';
alter table leak_scans add column due_at timestamptz not null default '-infinity';
alter table contest_recomputes add column due_at timestamptz not null default '-infinity';
-- For claims; one for each season is no index by id.
create index contest_recomputes_open on contest_recomputes (id) where state in ('queued', 'running');
