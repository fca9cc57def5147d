import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type KnowRow = { id: string; place: string; version: number; title: string; body: string };

/** Lists the live version of each place; three at most. */
export function listLiveKnow(db: Database): Promise<KnowRow[]> {
  return db
    .selectFrom('know_popups')
    .select(['id', 'place', 'version', 'title', 'body'])
    .where('is_live', '=', true)
    .execute();
}

export type KnowVersionRow = KnowRow & {
  is_live: boolean;
  created_at: Date;
  created_by: string | null;
  acknowledged: number;
};

export async function listKnowVersions(
  db: Database,
  place: string,
  { limit, cap }: { limit: number; cap: number },
): Promise<KnowVersionRow[]> {
  const { rows } = await sql<KnowVersionRow>`
    select k.id, k.place, k.version, k.title, k.body, k.is_live, k.created_at, m.name created_by,
      (select count(*)::int from (
        select from know_acknowledgements where popup_id = k.id limit ${sql.lit(cap)}) counted) acknowledged
    from know_popups k left join members m on m.id = k.created_by
    where k.place = ${place} order by k.version desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Inserts the next version of a place. Requires `lockPlace`. */
export async function insertKnow(
  trx: Trx,
  know: { place: string; title: string; body: string; created_by: string | null },
): Promise<{ id: string; version: number }> {
  return trx
    .insertInto('know_popups')
    .values((row) => ({
      ...know,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from know_popups where place = ${row.val(know.place)})`,
    }))
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
}

/** Serialises writes of a place's versions; other places are not blocked. */
export async function lockPlace(trx: Trx, place: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`know ${place}`}, 0))`.execute(trx);
}

export function findKnow(db: Database | Trx, id: string) {
  return db
    .selectFrom('know_popups')
    .select(['id', 'place', 'version', 'title', 'is_live'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Makes one version live at its place instead of the current one, or withdraws the live version. */
export async function setLive(trx: Trx, place: string, id: string | null): Promise<void> {
  const others = trx
    .updateTable('know_popups')
    .set({ is_live: false })
    .where('place', '=', place)
    .where('is_live', '=', true);
  await (id === null ? others : others.where('id', '<>', id)).execute();
  if (id !== null) await trx.updateTable('know_popups').set({ is_live: true }).where('id', '=', id).execute();
}

export async function isAcknowledged(
  db: Database | Trx,
  memberId: string,
  popupId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('know_acknowledgements')
    .select('popup_id')
    .where('member_id', '=', memberId)
    .where('popup_id', '=', popupId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts an acknowledgement; the first one counts. Does nothing for a deleted account. */
export async function insertAcknowledgement(trx: Trx, memberId: string, popupId: string): Promise<void> {
  await sql`
    insert into know_acknowledgements (member_id, popup_id)
    select id, ${popupId} from members where id = ${memberId} and deleted_at is null for key share
    on conflict do nothing`.execute(trx);
}

export async function deleteAcknowledgements(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('know_acknowledgements').where('member_id', '=', memberId).execute();
}

/** Lists a member's acknowledgements. Not paged, because a portal has only tens of versions. */
export function listAcknowledgements(db: Database, memberId: string) {
  return db
    .selectFrom('know_acknowledgements as a')
    .innerJoin('know_popups as k', 'k.id', 'a.popup_id')
    .select(['k.place', 'k.version', 'k.title', 'a.acknowledged_at'])
    .where('a.member_id', '=', memberId)
    .orderBy('a.acknowledged_at')
    .execute();
}
