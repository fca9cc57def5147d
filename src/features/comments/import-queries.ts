import { sql } from 'kysely';
import type { Trx } from '#kernel/context.ts';

/** Returns comments that an import added under these keys; served by comments_import_key. */
export const findImportedComments = (trx: Trx, keys: readonly string[]) =>
  trx
    .selectFrom('comments')
    .select(['id', 'root_id', 'post_id', 'import_key'])
    .where('import_key', 'in', keys)
    .execute();

export type NewImportedComment = {
  id: string;
  post_id: string;
  root_id: string | null;
  reply_to_id: string | null;
  guest_name: string;
  body: string;
  import_key: string;
  state: 'visible' | 'hidden';
  reason: string;
  created_at: string;
};

/**
 * Reserves up to `max` ids, so that answers can name comments of the same statement, and inserts what `build` makes of
 * them. Triggers update the counts.
 * @returns the ids of the inserted comments
 */
export async function insertImportedComments(
  trx: Trx,
  max: number,
  build: (ids: readonly string[]) => Promise<readonly NewImportedComment[]>,
): Promise<string[]> {
  if (max <= 0) return [];
  const reserved = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('comments', 'id'))::text id
    from generate_series(1, ${max}::int) order by 1`.execute(trx);
  const comments = await build(reserved.rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b)));
  const { rows } = await sql<{ id: string }>`
    insert into comments (id, post_id, root_id, reply_to_id, guest_name, body, import_key, state, was_shown, reason,
      created_at)
    overriding system value
    select id, post_id, root_id, reply_to_id, guest_name, body, import_key, state, state = 'visible', reason, created_at
    from jsonb_to_recordset(${JSON.stringify(comments)}::jsonb) as given(
      id bigint, post_id bigint, root_id bigint, reply_to_id bigint, guest_name text, body text, import_key text,
      state text, reason text, created_at timestamptz)
    returning id::text`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Returns those of these posts on which members commented. */
export async function findDiscussedPosts(trx: Trx, postIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ post_id: string }>`
    select distinct post_id::text from comments
    where post_id = any(${postIds}::bigint[]) and import_key is null and state <> 'deleted'`.execute(trx);
  return rows.map(({ post_id }) => post_id);
}

/** Deletes imported comments, except roots of threads in which members have answered. @returns the deleted ids */
export async function deleteImportedComments(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from comments c where c.id = any(${ids}::bigint[])
      and not exists (select from comments a where a.root_id = c.id and not a.id = any(${ids}::bigint[]))
    returning c.id::text`.execute(trx);
  return rows.map(({ id }) => id);
}
