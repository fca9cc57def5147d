import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewApiKey = {
  key_hash: Buffer;
  hint: string;
  name: string;
  member_id: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
};

/** A key with its owner; `permissions` are those of the owner's roles, `column_ids` the owner's limit. */
export type ApiKeyRow = {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  member_id: string;
  member_name: string;
  is_blocked: boolean;
  has_totp: boolean;
  permissions: string[];
  column_ids: string[] | null;
};

const keyWithOwner = sql`
  select k.id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.last_used_at, k.member_id, m.name member_name,
    m.blocked_at is not null or m.deleted_at is not null is_blocked, m.totp_enabled_at is not null has_totp,
    array(select distinct permission from member_roles mr join roles r on r.code = mr.role, unnest(r.permissions) permission
      where mr.member_id = m.id) permissions, m.column_ids
  from api_keys k join members m on m.id = k.member_id`;

/** Lists all keys, newest first. */
export async function listKeyRows(db: Database): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`${keyWithOwner} order by k.id desc`.execute(db);
  return rows;
}

/** Finds a key that has not expired. */
export async function findKey(db: Database, keyHash: Buffer, now: Date): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    ${keyWithOwner} where k.key_hash = ${keyHash} and (k.expires_at is null or k.expires_at > ${now})`.execute(
    db,
  );
  return rows[0];
}

export async function countKeys(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertKey(trx: Trx, row: NewApiKey): Promise<string> {
  const { id } = await trx.insertInto('api_keys').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** @returns the deleted key; undefined for an unknown one */
export function deleteKey(trx: Trx, id: string) {
  return trx
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .returning(['name', 'scopes', 'member_id'])
    .executeTakeFirst();
}

export async function updateLastUsed(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}
