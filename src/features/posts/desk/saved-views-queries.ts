import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { SavedView } from './saved-views-schema.ts';

/** A person's views, in the order they were saved; served by saved_views_name_key. */
export async function listViewRows(db: Database | Trx, memberId: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'filters'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return rows.map(({ filters, ...row }) => ({ ...row, filters: filters as unknown as SavedView['filters'] }));
}

const toJson = (filters: SavedView['filters']) => sql<never>`${JSON.stringify(filters)}::jsonb`;

/** @returns its id, or null when the person has one of that name */
export async function insertView(
  trx: Trx,
  memberId: string,
  { name, filters }: Omit<SavedView, 'id'>,
): Promise<string | null> {
  const row = await trx
    .insertInto('saved_views')
    .values({ member_id: memberId, name, filters: toJson(filters) })
    .onConflict((conflict) => conflict.columns(['member_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function updateView(
  trx: Trx,
  memberId: string,
  { id, name, filters }: SavedView,
): Promise<void> {
  await trx
    .updateTable('saved_views')
    .set({ name, filters: toJson(filters) })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .execute();
}

export async function deleteViewRow(trx: Trx, memberId: string, id: string): Promise<void> {
  await trx.deleteFrom('saved_views').where('id', '=', id).where('member_id', '=', memberId).execute();
}

export async function deleteViewsOf(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('saved_views').where('member_id', '=', memberId).execute();
}

/** Makes a person's saves wait for each other: they are counted, and named once. */
export async function lockViewsOf(trx: Trx, memberId: string): Promise<void> {
  await sql`select from members where id = ${memberId} for update`.execute(trx);
}
