-- A backup of the whole site to the place that the server names (BACKUP_TO).
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check
  check (kind in ('import', 'export', 'refetch', 'undo', 'backup'));

-- The newest backup: for the schedule, the go-live list and the command `doctor`.
create index transfers_backups on transfers (id) where kind = 'backup';
