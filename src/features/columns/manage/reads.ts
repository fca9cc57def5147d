import type { z } from 'zod';
import type { Context, Database } from '#kernel/context.ts';
import { versionToken } from '#kernel/version-token.ts';
import { type ColumnRow, listColumnRows } from '../queries.ts';
import { presentFields } from '../reads.ts';
import { isBuiltIn } from './policy.ts';
import type { AdminColumn, tree } from './schema.ts';

/** Counts each column's posts by state. Injected by the posts feature, which ranks above this one. */
export type CountColumnPosts = (db: Database) => Promise<ReadonlyMap<string, PostCounts>>;

/**
 * Returns all columns with their post counts, in the order of the reader's menu. Not cached, because the result is
 * edited.
 */
export async function readTree(
  { db }: Context,
  countColumnPosts: CountColumnPosts,
): Promise<z.infer<typeof tree>> {
  const [rows, counts] = await Promise.all([listColumnRows(db), countColumnPosts(db)]);
  return {
    mark: versionTokenOfOrder(rows),
    columns: rows.map((row) => presentAdminColumn(row, counts.get(row.id))),
  };
}

export type PostCounts = AdminColumn['pieces'];

export const versionTokenOfColumn = ({ created_at: _, ...row }: ColumnRow): string => versionToken(row);

/** Returns the version token of what arranging columns changes: order, parents and visibility in the menu. */
export const versionTokenOfOrder = (rows: readonly ColumnRow[]): string =>
  versionToken(
    rows
      .map(({ id, parent_id, list_order, no_menu }) => [id, parent_id, list_order, no_menu])
      .sort(([one], [other]) => Number(one) - Number(other)),
  );

/** Returns the fields of a column for the audit log, under their wire names. */
export const describeColumn = (row: ColumnRow) => ({ ...presentFields(row), access: row.access });

const noPosts: PostCounts = { draft: 0, scheduled: 0, published: 0, withdrawn: 0 };

function presentAdminColumn(row: ColumnRow, counts: PostCounts = noPosts): AdminColumn {
  return {
    ...presentFields(row),
    access: row.access as AdminColumn['access'],
    isBuiltIn: isBuiltIn(row.id),
    pieces: counts,
    mark: versionTokenOfColumn(row),
  };
}
