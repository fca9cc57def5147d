-- How far a member has read: characters of text above the line they read last; 0 at the start and after the end.
alter table reading_history add column position integer not null default 0 check (position >= 0);
