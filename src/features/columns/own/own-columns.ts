import { limitToColumns } from '#features/identity/index.ts';
import type { Context } from '#kernel/context.ts';
import { forbidden, invalid } from '#kernel/errors.ts';
import { columnRows } from '../reads.ts';

/**
 * Returns the columns in which the caller may change posts, those below them included; undefined for all. A column
 * that was deleted is not among them, so an account whose columns are all gone may change nothing.
 */
export async function ownColumns(ctx: Context): Promise<ReadonlySet<string> | undefined> {
  const { actor } = ctx;
  if (actor.kind !== 'member' || !actor.columnIds) return undefined;
  const rows = await columnRows(ctx);
  const own = new Set<string>();
  let added = rows.filter(({ id }) => actor.columnIds?.includes(id));
  while (added.length > 0) {
    for (const { id } of added) own.add(id);
    added = rows.filter(({ id, parent_id }) => parent_id !== null && own.has(parent_id) && !own.has(id));
  }
  return own;
}

/** Why the caller may not change what is in these columns; null if they may. */
export async function columnRefusal(ctx: Context, columnIds: readonly string[]): Promise<string | null> {
  const own = await ownColumns(ctx);
  const foreign = own && columnIds.find((id) => !own.has(id));
  if (foreign === undefined) return null;
  const name = (await columnRows(ctx)).find(({ id }) => id === foreign)?.name ?? '已删除的栏目';
  return `你不负责栏目“${name}”，只能看里面的内容`;
}

/**
 * Checks that the caller may change what is in these columns. This is the only implementation of the rule
 * (docs/product.md §16): every call of staff that changes a post asks it for the columns from which and into which it works.
 * @throws forbidden naming the column
 */
export async function requireColumn(ctx: Context, ...columnIds: string[]): Promise<void> {
  const refusal = await columnRefusal(ctx, columnIds);
  if (refusal !== null) throw forbidden(refusal);
}

/** Checks that the caller is not limited to columns. @throws forbidden */
export function requireAllColumns({ actor }: Context, what: string): void {
  if (actor.kind === 'member' && actor.columnIds) throw forbidden(`你的账号限于部分栏目，不能${what}`);
}

/**
 * Limits a member of staff to columns, or removes the limit if there are none.
 * @throws invalid for an unknown column; what limitToColumns throws
 */
export async function setOwnColumns(
  ctx: Context,
  { id, columnIds }: { id: string; columnIds: readonly string[] },
): Promise<boolean> {
  const names = new Map((await columnRows(ctx)).map((row) => [row.id, row.name]));
  if (columnIds.some((one) => !names.has(one)))
    throw invalid('负责栏目里有已经删除的栏目，请去掉它再保存', 'columnIds');
  const sorted = [...columnIds].sort();
  return limitToColumns(ctx, { id, columnIds: sorted.length > 0 ? sorted : null }, (ids) =>
    ids === null ? '全部栏目' : ids.map((one) => names.get(one) ?? `已删除的栏目 ${one}`).join('、'),
  );
}
