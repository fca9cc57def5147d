import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { ColumnsTable } from '#kernel/db/tables.ts';

export type ColumnRow = Selectable<ColumnsTable>;
export type NewColumn = Omit<Insertable<ColumnsTable>, 'created_at'>;

/**
 * Lists every column by listOrder descending (docs/product.md §2). Not paged, because a portal has only tens of
 * columns.
 */
export function listColumnRows(db: Database): Promise<ColumnRow[]> {
  return db.selectFrom('columns').selectAll().orderBy('list_order', 'desc').orderBy('id').execute();
}

/** Inserts columns, or updates the given fields of those whose id exists. */
export function upsertColumns(trx: Trx, columns: NewColumn[]): Promise<{ id: string; access: string }[]> {
  return trx
    .insertInto('columns')
    .values(columns)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        description: row.ref('excluded.description'),
        parent_id: row.ref('excluded.parent_id'),
        kind: row.ref('excluded.kind'),
        access: row.ref('excluded.access'),
        list_order: row.ref('excluded.list_order'),
        is_nav: row.ref('excluded.is_nav'),
        is_auth: row.ref('excluded.is_auth'),
        login_auth: row.ref('excluded.login_auth'),
        no_menu: row.ref('excluded.no_menu'),
        hide_child: row.ref('excluded.hide_child'),
        keep_alive: row.ref('excluded.keep_alive'),
        bread_show: row.ref('excluded.bread_show'),
        icon: row.ref('excluded.icon'),
      })),
    )
    .returning(['id', 'access'])
    .execute();
}

/**
 * Locks all columns for a change, because rules about the tree depend on all of them. Does not block reading columns or
 * adding posts to them.
 */
export async function lockColumns(trx: Trx): Promise<ColumnRow[]> {
  await sql`lock table columns in share row exclusive mode`.execute(trx);
  return trx.selectFrom('columns').selectAll().orderBy('list_order', 'desc').orderBy('id').execute();
}

/** Inserts a column with an id above all existing ones, imported ids included. Requires `lockColumns`. */
export async function insertColumn(trx: Trx, column: Omit<NewColumn, 'id'>): Promise<ColumnRow> {
  const id = sql<string>`greatest(
    nextval(pg_get_serial_sequence('columns', 'id')), (select max(id) + 1 from columns))`;
  return trx
    .insertInto('columns')
    .values({ ...column, id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateColumn(trx: Trx, id: string, column: Partial<NewColumn>): Promise<ColumnRow> {
  return trx.updateTable('columns').set(column).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export type ColumnPosition = Pick<ColumnRow, 'id' | 'parent_id' | 'list_order' | 'no_menu'>;

export async function updatePositions(trx: Trx, positions: readonly ColumnPosition[]): Promise<void> {
  const [ids, parents, orders, hidden] = [
    positions.map(({ id }) => id),
    positions.map(({ parent_id }) => parent_id),
    positions.map(({ list_order }) => list_order),
    positions.map(({ no_menu }) => no_menu),
  ];
  await sql`
    update columns c set parent_id = p.parent_id, list_order = p.list_order, no_menu = p.no_menu
    from unnest(${ids}::bigint[], ${parents}::bigint[], ${orders}::int[], ${hidden}::boolean[])
      p(id, parent_id, list_order, no_menu)
    where c.id = p.id`.execute(trx);
}

/**
 * Deletes a column to which nothing refers.
 * @returns the table of any feature that still refers to it, or undefined
 */
export async function deleteColumn(trx: Trx, id: string): Promise<string | undefined> {
  try {
    await trx.deleteFrom('columns').where('id', '=', id).execute();
    return undefined;
  } catch (error) {
    const { code, table } = error as { code?: string; table?: string };
    // A foreign key violation aborts the transaction; the caller learns which table refers to the column.
    if (code === '23503') return table ?? '';
    throw error;
  }
}
