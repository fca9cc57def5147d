import type { Insertable, Selectable } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { ColumnsTable } from '#kernel/db/tables.ts';

export type ColumnRow = Selectable<ColumnsTable>;
export type NewColumn = Omit<Insertable<ColumnsTable>, 'created_at'>;

/** Every column, in the seed's order (§2: listOrder descending); a portal has tens of them, not thousands. */
export function listColumnRows(db: Database): Promise<ColumnRow[]> {
  return db.selectFrom('columns').selectAll().orderBy('list_order', 'desc').orderBy('id').execute();
}

/** Adds columns, or changes the given fields of those whose id exists. */
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
