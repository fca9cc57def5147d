-- Processes keep sessions in memory; whatever changes what one stands for is announced here, with the commit, so that
-- no verb can forget to. The payload is the one of kernel/cache/purge.
create function announce_member() returns trigger language plpgsql as $$
declare
  member text := coalesce(to_jsonb(new) ->> tg_argv[0], to_jsonb(old) ->> tg_argv[0]);
begin
  perform pg_notify('guanlan_purge',
    jsonb_build_array(substr(tg_table_schema, length('tenant_') + 1), 'member:' || member)::text);
  return null;
end $$;
create function announce_roles() returns trigger language plpgsql as $$
begin
  perform pg_notify('guanlan_purge', jsonb_build_array(substr(tg_table_schema, length('tenant_') + 1), 'roles')::text);
  return null;
end $$;

create trigger members_announce after update of blocked_at, deleted_at, totp_enabled_at on members
  for each row execute function announce_member('id');
-- Being seen is no change.
create trigger sessions_announce_end after delete on sessions
  for each row execute function announce_member('member_id');
create trigger sessions_announce_rotation after update of token_hash on sessions
  for each row execute function announce_member('member_id');
create trigger member_roles_announce after insert or update or delete on member_roles
  for each row execute function announce_member('member_id');
create trigger grants_announce after insert or update or delete on grants
  for each row execute function announce_member('member_id');
create trigger roles_announce after insert or update or delete on roles
  for each statement execute function announce_roles();
