import { sql } from 'kysely';
import type { MissingPicture } from '#features/posts/index.ts';
import type { Database, Trx } from '#kernel/context.ts';
import type { ItemKind, PictureTarget } from '../import-content.ts';

/** In UTF-16 code units; longer addresses are cut, and not found again. */
const maxSrcLength = 4000;

export async function insertItems(
  trx: Trx,
  transferId: string,
  kind: ItemKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into transfer_items (transfer_id, kind, target_id)
    select ${transferId}, ${kind}, id from unnest(${ids}::bigint[]) id
    on conflict do nothing`.execute(trx);
}

/** Lists what a run added, by id after `after`; by primary key. */
export async function listItems(
  db: Database,
  transferId: string,
  kind: ItemKind,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('transfer_items')
    .select('target_id')
    .where('transfer_id', '=', transferId)
    .where('kind', '=', kind)
    .where('target_id', '>', after)
    .orderBy('target_id')
    .limit(limit)
    .execute();
  return rows.map(({ target_id }) => target_id);
}

export async function deleteItems(
  db: Database | Trx,
  transferId: string,
  kind: ItemKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('transfer_items')
    .where('transfer_id', '=', transferId)
    .where('kind', '=', kind)
    .where('target_id', 'in', ids)
    .execute();
}

export async function countItems(db: Database, transferId: string): Promise<number> {
  const { count } = await db
    .selectFrom('transfer_items')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertMissing(
  trx: Trx,
  transferId: string,
  { kind, id }: PictureTarget,
  pictures: readonly MissingPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  await trx
    .insertInto('transfer_pictures')
    .values(
      pictures.map(({ src, isCover, reason }) => ({
        transfer_id: transferId,
        [kind === 'post' ? 'post_id' : 'page_id']: id,
        src: src.slice(0, maxSrcLength),
        is_cover: isCover,
        reason,
      })),
    )
    .execute();
}

/** Lists pictures that a run could not get, by id after `after`, with the title of their post or page. */
export async function listMissing(
  db: Database,
  transferId: string,
  { after, limit }: { after: string; limit: number },
) {
  return db
    .selectFrom('transfer_pictures as t')
    .leftJoin('posts as p', 'p.id', 't.post_id')
    .leftJoin('pages as g', 'g.id', 't.page_id')
    .leftJoin('page_versions as v', (join) =>
      join.onRef('v.page_id', '=', 'g.id').onRef('v.number', '=', 'g.head_version'),
    )
    .select(['t.id', 't.post_id', 't.page_id', 't.src', 't.is_cover', 't.reason', 'p.title as post_title'])
    .select(sql<string | null>`v.content ->> 'title'`.as('page_title'))
    .where('t.transfer_id', '=', transferId)
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(limit)
    .execute();
}

export type MissingRow = Awaited<ReturnType<typeof listMissing>>[number];

export async function countMissingPictures(db: Database, transferId: string): Promise<number> {
  const { count } = await db
    .selectFrom('transfer_pictures')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteMissing(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('transfer_pictures').where('id', 'in', ids).execute();
}

export async function updateMissingReason(db: Database | Trx, id: string, reason: string): Promise<void> {
  await db.updateTable('transfer_pictures').set({ reason }).where('id', '=', id).execute();
}
