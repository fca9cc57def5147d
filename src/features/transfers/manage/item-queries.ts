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
    .select([
      't.id',
      't.post_id',
      't.page_id',
      't.src',
      't.is_cover',
      't.reason',
      'p.title as post_title',
      'p.state as post_state',
    ])
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

export async function insertMemberTags(
  trx: Trx,
  transferId: string,
  rows: readonly { member_id: string; tag: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('transfer_member_tags')
    .values(rows.map((row) => ({ ...row, transfer_id: transferId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes up to `limit` notes of tags that a run gave. @returns them */
export async function deleteMemberTags(
  trx: Trx,
  transferId: string,
  limit: number,
): Promise<{ member_id: string; tag: string }[]> {
  const { rows } = await sql<{ member_id: string; tag: string }>`
    delete from transfer_member_tags where (transfer_id, member_id, tag) in (
      select transfer_id, member_id, tag from transfer_member_tags where transfer_id = ${transferId}
      order by member_id, tag limit ${limit})
    returning member_id, tag`.execute(trx);
  return rows;
}

/** Deletes the notes of grants whose members are about to be deleted with them. */
export async function deleteGrantItemsOf(
  trx: Trx,
  transferId: string,
  memberIds: readonly string[],
): Promise<void> {
  await sql`
    delete from transfer_items where transfer_id = ${transferId} and kind = 'grant' and target_id in (
      select id from grants where member_id = any(${memberIds}::bigint[]))`.execute(trx);
}

export type MemberUse = { id: string; name: string; mobile: string; email: string | null; reason: string };

/** Returns the members who did something since an import added them, and what; locks all in id order. */
export async function findMemberUses(
  trx: Trx,
  ids: readonly string[],
  importSource: string,
): Promise<MemberUse[]> {
  const { rows } = await sql<MemberUse & { reason: string | null }>`
    select m.id, m.name, m.mobile, m.email, case
      when exists (select from orders o where o.member_id = m.id) then '下过单'
      when exists (select from comments c where c.member_id = m.id) then '写过评论'
      when m.password_hash is not null or exists (select from known_devices d where d.member_id = m.id) then '登录过'
      when exists (select from grants g where g.member_id = m.id and g.source <> ${importSource}) then '另有 VIP 或购买'
      when exists (select from member_roles r where r.member_id = m.id)
        or exists (select from authors a where a.member_id = m.id) then '是员工或作者'
      end reason
    from members m where m.id = any(${ids}::bigint[]) order by m.id for update of m`.execute(trx);
  return rows.filter(({ reason }) => reason !== null);
}
