import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { hiddenListOrder } from '#shared/menu.ts';
import type {} from '../events.ts';
import { requireAllColumns, requireColumn } from '../own/own-columns.ts';
import * as queries from '../queries.ts';
import { findTreeFault, isBuiltIn } from './policy.ts';
import {
  type CountColumnPosts,
  describeColumn,
  type PostCounts,
  versionTokenOfColumn,
  versionTokenOfOrder,
} from './reads.ts';
import { type arrangeInput, createInput, type saveInput } from './schema.ts';

// The gap between neighbours leaves room for columns positioned by number.
const orderStep = 10;

/**
 * Creates a column, last in the menu unless the input gives a position.
 * @throws forbidden outside the caller’s columns; invalid; conflict for a name in use
 */
export async function createColumn(
  ctx: Context,
  input: z.output<typeof createInput>,
): Promise<{ id: string }> {
  return inTransaction(ctx, (trx) => addColumn(ctx, trx, input));
}

/** Creates a column in the caller's transaction. @throws what createColumn throws */
async function addColumn(
  ctx: Context,
  trx: Trx,
  { kind, ...input }: z.output<typeof createInput>,
): Promise<{ id: string }> {
  if (input.codePath !== null) throw invalid('栏目编码只有内置栏目才有，请留空', 'codePath');
  await requirePlace(ctx, input.parentId, '新建没有上级的栏目');
  const columns = await queries.lockColumns(trx);
  refuseTakenName(columns, input.columnName);
  const minOrder = Math.min(orderStep * 2, ...columns.map(({ list_order }) => list_order));
  const listOrder = input.listOrder ?? Math.max(1, minOrder - orderStep);
  const values = { ...toFields({ ...input, listOrder }), kind };
  refuseTree([...columns, { ...values, id: '0' }]);
  const column = await queries.insertColumn(trx, values);
  await announceColumns(ctx, trx, [column]);
  await recordAction(ctx, trx, {
    action: 'column.create',
    target: `column:${column.id}`,
    after: describeColumn(column),
  });
  return { id: column.id };
}

/** Checks that the caller may place a column below a parent, or at the top level. @throws forbidden */
async function requirePlace(ctx: Context, parentId: string | null, what: string): Promise<void> {
  if (parentId === null) requireAllColumns(ctx, what);
  else await requireColumn(ctx, parentId);
}

/**
 * Creates a column for articles in the caller's transaction: at the top for all readers, or below a parent for the readers
 * of that column.
 * @throws what createColumn throws
 */
export async function createPlainColumn(
  ctx: Context,
  trx: Trx,
  columnName: string,
  parentId: string | null,
): Promise<{ id: string }> {
  const parent = (await queries.lockColumns(trx)).find(({ id }) => id === parentId);
  const readers = parent && { access: parent.access, loginAuth: Number(parent.login_auth) };
  return addColumn(ctx, trx, createInput.parse({ columnName, parentId, ...readers }));
}

/**
 * Changes a column; menu, routes and the inherited access of its posts follow immediately.
 * @throws forbidden outside the caller’s columns; conflict if `mark` is outdated; invalid naming the field; notFound
 */
export async function saveColumn(ctx: Context, input: z.output<typeof saveInput>): Promise<boolean> {
  await requireColumn(ctx, input.id);
  return inTransaction(ctx, async (trx) => {
    const columns = await queries.lockColumns(trx);
    const before = columns.find(({ id }) => id === input.id);
    if (!before) throw notFound('没有这个栏目，可能已被删除');
    if (versionTokenOfColumn(before) !== input.mark)
      throw conflict(`“${before.name}”刚被别人改过，请看过最新的内容后再保存`);
    if (input.kind !== undefined && input.kind !== before.kind)
      throw invalid('栏目的内容类型建好后不能改，请另建一个栏目', 'kind');
    if (input.codePath !== undefined && input.codePath !== before.code_path)
      throw invalid('栏目编码由系统固定，不能修改', 'codePath');
    if (input.columnName !== before.name) refuseTakenName(columns, input.columnName);
    if (input.parentId !== before.parent_id) await requirePlace(ctx, input.parentId, '把栏目移到最上层');
    // A position is one among the columns below the same parent.
    else if (input.listOrder !== before.list_order) await requirePlace(ctx, input.parentId, '改动栏目的次序');
    const changed = { ...before, ...toFields(input) };
    refuseTree(columns.map((column) => (column.id === input.id ? changed : column)));
    const column = await queries.updateColumn(trx, input.id, toFields(input));
    await announceColumns(ctx, trx, [column]);
    await recordAction(ctx, trx, {
      action: 'column.save',
      target: `column:${column.id}`,
      ...differences(describeColumn(before), describeColumn(column)),
    });
    return true;
  });
}

/**
 * Sets the order and the parents of all columns.
 * @throws forbidden outside the caller’s columns; conflict if `mark` is outdated; invalid if a column is missing, duplicated or in an impossible place
 */
export async function arrangeColumns(
  ctx: Context,
  { mark, columns: order }: z.output<typeof arrangeInput>,
): Promise<boolean> {
  requireAllColumns(ctx, '排列栏目');
  return inTransaction(ctx, async (trx) => {
    const columns = await queries.lockColumns(trx);
    if (versionTokenOfOrder(columns) !== mark) throw conflict('栏目的次序刚被别人改过，请在最新的次序上再排');
    const byId = new Map(columns.map((column) => [column.id, column]));
    const given = new Set(order.map(({ id }) => id));
    if (given.size !== order.length || given.size !== byId.size || order.some(({ id }) => !byId.has(id)))
      throw invalid('栏目不全或有重复，请把每个栏目各列一次', 'columns');
    const rows = order.flatMap(({ id, parentId }) => {
      const row = byId.get(id);
      return row ? [{ ...row, parent_id: parentId }] : [];
    });
    refuseTree(rows);
    const positions = takePlaces(rows);
    await queries.updatePositions(trx, positions);
    await purge(ctx, trx, ['columns']);
    await recordAction(ctx, trx, {
      action: 'column.arrange',
      target: 'column:all',
      before: { order: columns.map(({ name }) => name).join('、') },
      after: { order: order.map(({ id }) => byId.get(id)?.name ?? '').join('、') },
    });
    return true;
  });
}

/**
 * Gives the columns, in this order, the places that they have together, so that entries of the menu between them stay
 * where they are. Columns hidden by their listOrder stay hidden.
 */
function takePlaces(rows: readonly queries.ColumnRow[]): queries.ColumnPosition[] {
  const isPlaced = ({ list_order }: queries.ColumnRow) => list_order !== hiddenListOrder;
  const places = rows
    .filter(isPlaced)
    .map(({ list_order }) => list_order)
    .sort((a, b) => b - a);
  let last = hiddenListOrder;
  return rows.map((row) => {
    if (!isPlaced(row)) return row;
    // Columns with equal orders would not stay in this one.
    last = Math.min(places.shift() ?? last, last - 1);
    return { ...row, list_order: last };
  });
}

/**
 * Deletes a column. One with content needs a target column of the same kind, to which the content moves in this
 * transaction.
 * @throws forbidden outside the caller’s columns; conflict naming what still refers to the column; invalid; notFound
 */
export async function deleteColumn(
  ctx: Context,
  { id, moveTo }: { id: string; moveTo?: string | undefined },
  countColumnPosts: CountColumnPosts,
): Promise<{ moved: number }> {
  await requireColumn(ctx, id, ...(moveTo === undefined ? [] : [moveTo]));
  if (isBuiltIn(id)) throw conflict('这是内置栏目，不能删除；不想让读者看到可以不进菜单');
  return inTransaction(ctx, async (trx) => {
    const columns = await queries.lockColumns(trx);
    const column = columns.find((one) => one.id === id);
    if (!column) throw notFound('没有这个栏目，可能已被删除');
    const children = columns.filter(({ parent_id }) => parent_id === id);
    if (children.length > 0)
      throw conflict(`“${column.name}”下面还有 ${children.length} 个栏目，请先把它们移走或删除`);
    const counts = (await countColumnPosts(trx)).get(id);
    if (countAll(counts) > 0 && moveTo === undefined)
      throw conflict(`“${column.name}”里还有 ${countAll(counts)} 篇内容，请选一个栏目移入后再删除`, 'moveTo');
    const into = moveTo === undefined ? undefined : findMoveTarget(columns, column, moveTo);
    await ctx.events.emit(ctx, trx, 'columns.deleting', { id, name: column.name });
    if (into) await ctx.events.emit(ctx, trx, 'columns.emptied', { id, into });
    const referringTable = await queries.deleteColumn(trx, id);
    if (referringTable !== undefined)
      throw conflict(
        `“${column.name}”还不能删除：${referenceMessages[referringTable] ?? `还有内容指向它（${referringTable}）`}`,
      );
    await purge(ctx, trx, ['columns']);
    await recordAction(ctx, trx, {
      action: 'column.delete',
      target: `column:${id}`,
      before: describeColumn(column),
      after: into ? { moveTo: into.id, moved: countAll(counts) } : {},
    });
    return { moved: countAll(counts) };
  });
}

/** Messages by the table that refers to the column. */
const referenceMessages: Readonly<Record<string, string>> = {
  posts: '刚刚又有内容放进来，请重试',
  feed_sources: '有订阅源把内容收进这个栏目，请先到“订阅来稿”改成别的栏目',
};

const countAll = (counts: PostCounts | undefined) =>
  counts ? counts.draft + counts.scheduled + counts.published + counts.withdrawn : 0;

function findMoveTarget(
  columns: readonly queries.ColumnRow[],
  from: queries.ColumnRow,
  moveTo: string,
): queries.ColumnRow {
  const into = columns.find(({ id }) => id === moveTo);
  if (!into || into.id === from.id) throw invalid('移入栏目不存在，请另选一个', 'moveTo');
  if (into.kind !== from.kind)
    throw invalid(`移入栏目“${into.name}”放的是另一类内容，请选同类的栏目`, 'moveTo');
  return into;
}

function refuseTakenName(columns: readonly queries.ColumnRow[], name: string): void {
  if (columns.some((column) => column.name === name))
    throw conflict(`已经有叫“${name}”的栏目，请换一个栏目名`, 'columnName');
}

function refuseTree(columns: Parameters<typeof findTreeFault>[0]): void {
  const fault = findTreeFault(columns);
  if (fault) throw invalid(fault, 'parentId');
}

async function announceColumns(ctx: Context, trx: Trx, columns: queries.ColumnRow[]): Promise<void> {
  await ctx.events.emit(ctx, trx, 'columns.changed', {
    columns: columns.map(({ id, access }) => ({ id, access })),
  });
  await purge(ctx, trx, ['columns']);
}

type Fields = Omit<z.output<typeof createInput>, 'kind' | 'listOrder' | 'codePath'> & { listOrder: number };

const toFields = (input: Fields) => ({
  name: input.columnName,
  description: input.description,
  access: input.access,
  parent_id: input.parentId,
  list_order: input.listOrder,
  is_nav: input.isNav,
  is_auth: input.isAuth,
  login_auth: input.loginAuth,
  no_menu: input.noMenu,
  menu_type: input.menuType,
  icon: input.icon,
  keep_alive: input.keepAlive,
  bread_show: input.breadShow,
  hide_child: input.hideChild,
});
