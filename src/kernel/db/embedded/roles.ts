import { randomBytes } from 'node:crypto';
import pg from 'pg';
import {
  type Connection,
  maintenanceClient,
  SUPERUSER,
  superuserFile,
  superuserPassword,
} from './connection.ts';
import type { Home } from './home.ts';

/** Temporary role that runs the upgrade, since a role cannot rename itself. */
const upgradeRole = 'guanlan_upgrade';

/**
 * Creates the portal's role (not a superuser) and its database if they are missing. In a cluster of an earlier version
 * the portal's role is the superuser itself: it is renamed to `postgres`, and a new ordinary role with the old name and
 * password takes over what it owned, so connected clients keep working. May be repeated; the caller must hold the lock.
 */
export async function ensureRoles(
  home: Home,
  connection: Connection,
  log: (line: string) => void,
): Promise<void> {
  const superuser = { host: connection.host, user: SUPERUSER, password: superuserPassword(home) };
  if (!(await canConnect(superuser))) {
    log('正在把门户的数据库角色改为普通角色 …');
    await demoteOwner(connection, superuser.password, superuserFile(home));
  }
  const client = maintenanceClient(superuser, 'guanlan set-up');
  await client.connect();
  try {
    await client.query(`drop role if exists ${upgradeRole}`);
    const { user, password, database } = connection;
    if (!(await exists(client, 'pg_roles where rolname = $1', user)))
      await client.query(`create role ${user} login password ${pg.escapeLiteral(password)}`);
    if (!(await exists(client, 'pg_database where datname = $1', database)))
      await client.query(`create database ${database} owner ${user}`);
  } finally {
    await client.end();
  }
}

async function exists(client: pg.Client, where: string, name: string): Promise<boolean> {
  const { rowCount } = await client.query(`select from ${where}`, [name]);
  return rowCount === 1;
}

async function canConnect(as: Pick<Connection, 'host' | 'user' | 'password'>): Promise<boolean> {
  const client = maintenanceClient(as, 'guanlan set-up');
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false;
    throw error;
  }
}

/** Everything happens in one transaction of one database, so an interrupted start leaves the cluster unchanged. */
async function demoteOwner(connection: Connection, newPassword: string, file: string): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  const old = maintenanceClient(connection, 'guanlan set-up');
  await old.connect();
  try {
    await old.query(`drop role if exists ${upgradeRole}`);
    await old.query(`create role ${upgradeRole} superuser login password ${pg.escapeLiteral(password)}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new Error(`${file} 里不是这个数据库的密码，请放回原来的文件。`, { cause: error });
  } finally {
    await old.end();
  }
  const { host, user, database } = connection;
  const client = maintenanceClient({ host, user: upgradeRole, password }, 'guanlan set-up', database);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`alter role ${user} rename to ${SUPERUSER}`);
    await client.query(`alter role ${SUPERUSER} password ${pg.escapeLiteral(newPassword)}`);
    await client.query(`create role ${user} login password ${pg.escapeLiteral(connection.password)}`);
    await client.query(`alter database ${database} owner to ${user}`);
    const { rows } = await client.query<{ alter: string }>(ownedObjects, [SUPERUSER]);
    for (const { alter } of rows) await client.query(`${alter} owner to ${user}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * The objects that a role owns outside the catalogue, as the beginnings of `alter` statements. Sequences of columns
 * change owner with their tables.
 */
const ownedObjects = `
  with owner as (select oid from pg_roles where rolname = $1),
    ours as (select oid, nspname, nspowner from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema')
  select format('alter schema %I', nspname) as alter
    from ours where nspowner = (select oid from owner)
  union all
  select format('alter table %I.%I', n.nspname, c.relname)
    from pg_class c join ours n on n.oid = c.relnamespace
    where c.relowner = (select oid from owner) and (c.relkind in ('r', 'p', 'v', 'm', 'f') or c.relkind = 'S' and not exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
  union all
  select format('alter routine %I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
    from pg_proc p join ours n on n.oid = p.pronamespace
    where p.proowner = (select oid from owner)
  union all
  select format('alter type %I.%I', n.nspname, t.typname)
    from pg_type t join ours n on n.oid = t.typnamespace
    where t.typowner = (select oid from owner) and t.typrelid = 0 and t.typtype <> 'm' and t.typcategory <> 'A'`;
