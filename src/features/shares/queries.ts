import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { ShareForm } from '#shared/share-picture.ts';

export type PictureKey = { postId: string; form: ShareForm; version: string };

export async function findPicture(
  db: Database,
  { postId, form, version }: PictureKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('share_pictures')
    .select('address')
    .where('post_id', '=', postId)
    .where('form', '=', form)
    .where('version', '=', version)
    .where('dropped_at', 'is', null)
    .executeTakeFirst();
  return row?.address;
}

/** Inserts a picture of a post that is still published. @returns false if it is not, or another process was first */
export async function insertPicture(
  trx: Trx,
  { postId, form, version }: PictureKey,
  address: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into share_pictures (post_id, form, version, address)
    select id, ${form}, ${version}, ${address} from posts where id = ${postId} and state = 'published'
    for share
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

export async function dropPictures(
  trx: Trx,
  postIds: readonly string[],
  now: Date,
  form?: ShareForm,
): Promise<void> {
  if (postIds.length === 0) return;
  await trx
    .updateTable('share_pictures')
    .set({ dropped_at: now })
    .where('post_id', 'in', postIds)
    .where('dropped_at', 'is', null)
    .$if(form !== undefined, (rows) => rows.where('form', '=', form ?? ''))
    .execute();
}

/** Lists what to delete, oldest first. */
export const listDropped = (db: Database, limit: number): Promise<{ id: string; address: string }[]> =>
  db
    .selectFrom('share_pictures')
    .select(['id', 'address'])
    .where('dropped_at', 'is not', null)
    .orderBy('dropped_at')
    .limit(limit)
    .execute();

export async function deletePictures(db: Database, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('share_pictures').where('id', 'in', ids).execute();
}

/** Drops pictures of posts that are gone without an event, such as those of an import that was undone. */
export async function dropOrphans(db: Database, now: Date): Promise<void> {
  await sql`
    update share_pictures s set dropped_at = ${now}
    where dropped_at is null
      and not exists (select from posts p where p.id = s.post_id and p.state = 'published')`.execute(db);
}
