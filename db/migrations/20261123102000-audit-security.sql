-- What concerns security among what is recorded: log-ins, lock-outs, refusals, changes of factors and roles, exports.
alter table audit_entries add column is_security boolean not null default false;
update audit_entries set is_security = true
  where action ~ '^(staff|role|invitation|settings)\.'
    or action in ('member.reveal', 'member.export', 'member.block', 'member.unblock', 'member.signOut',
      'transfer.export', 'transfer.download', 'order.export');
create index audit_entries_security on audit_entries (id desc) where is_security;
create index audit_entries_actions on audit_entries (id desc) where action not like 'security.%';
create index audit_entries_security_events on audit_entries (created_at) where action like 'security.%';
