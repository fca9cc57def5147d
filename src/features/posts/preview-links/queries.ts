import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewPreviewLink = {
  post_id: string;
  token_hash: Buffer;
  label: string;
  reader: string;
  version: number | null;
  created_by: string;
  created_at: Date;
  expires_at: Date;
};

export async function insertPreviewLink(trx: Trx, link: NewPreviewLink): Promise<string> {
  const { id } = await trx.insertInto('preview_links').values(link).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Counts the links of a post that still open. */
export async function countOpenLinks(trx: Trx, postId: string, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('preview_links')
    .select((link) => link.fn.countAll<string>().as('count'))
    .where('post_id', '=', postId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists the links of a post, newest first. */
export const listPreviewLinks = (db: Database, postId: string, limit: number) =>
  db
    .selectFrom('preview_links as l')
    .leftJoin('members as m', 'm.id', 'l.created_by')
    .select(['l.id', 'l.label', 'l.reader', 'l.version', 'l.created_at', 'l.expires_at', 'l.revoked_at'])
    .select(['l.opened', 'l.last_opened_at', 'l.created_by', 'm.name as created_by_name'])
    .where('l.post_id', '=', postId)
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();

/** @returns the label; undefined if the post has no such link or it was revoked before */
export const updateRevoked = (trx: Trx, postId: string, id: string, now: Date) =>
  trx
    .updateTable('preview_links')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .where('revoked_at', 'is', null)
    .returning('label')
    .executeTakeFirst();

/** Counts an opening of a link that is neither revoked nor expired, by its unique hash; undefined for any other. */
export const openPreviewLink = (db: Database, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('preview_links')
    .set({ opened: sql<number>`least(opened + 1, 1000000)`, last_opened_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['post_id', 'label', 'reader', 'version', 'expires_at', 'created_by'])
    .executeTakeFirst();

/** @returns the number of links that ended before `before` */
export async function deleteEndedLinks(db: Database, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('preview_links')
    .where('id', 'in', (links) =>
      links.selectFrom('preview_links').select('id').where('expires_at', '<', before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
