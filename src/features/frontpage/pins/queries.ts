import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type PinRow = {
  id: string;
  column_id: string | null;
  post_id: string;
  starts_at: Date;
  ends_at: Date | null;
};

/** Lists running and future pins in their order. Not paged, because a place has only a handful. */
export function listPins(db: Database, now: Date): Promise<PinRow[]> {
  return db
    .selectFrom('pins')
    .select(['id', 'column_id', 'post_id', 'starts_at', 'ends_at'])
    .where((pin) => pin.or([pin('ends_at', 'is', null), pin('ends_at', '>', now)]))
    .orderBy('list_order', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export type AdminPinRow = PinRow & { title: string; state: string; post_column_id: string };

const inScope = (columnId: string | null) => sql`p.column_id is not distinct from ${columnId}::bigint`;

/** Lists the pins of a place with their posts, whatever their period. */
export async function listAdminPins(db: Database | Trx, columnId: string | null): Promise<AdminPinRow[]> {
  const { rows } = await sql<AdminPinRow>`
    select p.id, p.column_id, p.post_id, p.starts_at, p.ends_at, t.title, t.state, t.column_id post_column_id
    from pins p join posts t on t.id = p.post_id where ${inScope(columnId)}
    order by p.list_order desc, p.id desc`.execute(db);
  return rows;
}

/** Serialises changes of pins, because a place has a limit and an order. */
export async function lockPins(trx: Trx): Promise<void> {
  await sql`lock table pins in share row exclusive mode`.execute(trx);
}

export async function insertPin(
  trx: Trx,
  pin: { column_id: string | null; post_id: string; starts_at: Date; ends_at: Date | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into pins (column_id, post_id, starts_at, ends_at, list_order)
    select ${pin.column_id}::bigint, ${pin.post_id}::bigint, ${pin.starts_at}::timestamptz,
      ${pin.ends_at}::timestamptz, coalesce(max(p.list_order), 0) + 1
    from pins p where ${inScope(pin.column_id)}
    on conflict (column_id, post_id) do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

export function findPin(trx: Trx, id: string) {
  return trx.selectFrom('pins').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Finds a post to pin, with the fields that a pin depends on. */
export function findPinnable(trx: Trx, postId: string) {
  return trx
    .selectFrom('posts')
    .select(['id', 'title', 'state', 'column_id'])
    .where('id', '=', postId)
    .executeTakeFirst();
}

export async function updatePin(trx: Trx, id: string, period: { starts_at: Date; ends_at: Date | null }) {
  await trx.updateTable('pins').set(period).where('id', '=', id).execute();
}

export async function deletePin(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('pins').where('id', '=', id).execute();
}

/** Orders the pins as given, the first of `ids` first. */
export async function orderPins(trx: Trx, ids: readonly string[]): Promise<void> {
  const orders = ids.map((_, index) => ids.length - index);
  await sql`
    update pins p set list_order = o.list_order
    from unnest(${ids}::bigint[], ${orders}::int[]) o(id, list_order) where p.id = o.id`.execute(trx);
}

/** Whether a pin began or ended in this period. */
export async function hasPinBoundary(db: Database, from: Date, to: Date): Promise<boolean> {
  const row = await db
    .selectFrom('pins')
    .select('id')
    .where((pin) =>
      pin.or([
        pin.and([pin('starts_at', '>', from), pin('starts_at', '<=', to)]),
        pin.and([pin('ends_at', '>', from), pin('ends_at', '<=', to)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
