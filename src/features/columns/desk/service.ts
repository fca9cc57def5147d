import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import type {} from '../events.ts';
import * as queries from '../queries.ts';
import { faultOfTree, isBuiltIn } from './policy.ts';
import { type CountPieces, describeColumn, markOfColumn, markOfOrder, type PieceCounts } from './reads.ts';
import type { arrangeInput, createInput, saveInput } from './schema.ts';

// Between two neighbours of a new order there is room for columns placed by number.
const step = 10;
// Hidden entries of the menu (seed §2, §9): their place in the list means that they are not in it.
const hiddenOrder = 999_999_999;

/** Makes a column, last in the menu unless told where. @throws invalid; conflict for a name that is taken */
export async function createColumn(
  ctx: Context,
  { kind, ...input }: z.output<typeof createInput>,
): Promise<{ id: string }> {
  if (input.codePath !== null) throw invalid('栏目编码（codePath）只有内置栏目才有，请留空');
  return inTransaction(ctx, async (trx) => {
    const columns = await queries.lockColumns(trx);
    refuseTakenName(columns, input.columnName);
    const lowest = Math.min(step * 2, ...columns.map(({ list_order }) => list_order));
    const listOrder = input.listOrder ?? Math.max(1, lowest - step);
    const fresh = { ...toFields({ ...input, listOrder }), kind };
    refuseTree([...columns, { ...fresh, id: '0' }]);
    const column = await queries.insertColumn(trx, fresh);
    await announceColumns(ctx, trx, [column]);
    await recordAction(ctx, trx, {
      action: 'column.create',
      target: `column:${column.id}`,
      after: describeColumn(column),
    });
    return { id: column.id };
  });
}

/**
 * Changes a column; menu, routes and the access of pieces without one of their own follow at once.
 * @throws conflict when somebody changed it since `mark`; invalid naming the field; notFound
 */
export async function saveColumn(ctx: Context, input: z.output<typeof saveInput>): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const columns = await queries.lockColumns(trx);
    const before = columns.find(({ id }) => id === input.id);
    if (!before) throw notFound('没有这个栏目，可能已被删除');
    if (markOfColumn(before) !== input.mark)
      throw conflict(`「${before.name}」刚被别人改过，请看过最新的内容后再保存`);
    if (input.kind !== undefined && input.kind !== before.kind)
      throw invalid('栏目的内容类型（kind）建好后不能改，请另建一个栏目');
    if (input.codePath !== undefined && input.codePath !== before.code_path)
      throw invalid('栏目编码（codePath）由系统固定，不能修改');
    if (input.columnName !== before.name) refuseTakenName(columns, input.columnName);
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
 * Puts all columns in order and under their parents. @throws conflict when somebody did since `mark`; invalid when
 * a column is missing, comes twice or stands where it cannot
 */
export async function arrangeColumns(
  ctx: Context,
  { mark, columns: order }: z.output<typeof arrangeInput>,
): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const columns = await queries.lockColumns(trx);
    if (markOfOrder(columns) !== mark) throw conflict('栏目的次序刚被别人改过，请在最新的次序上再排');
    const known = new Map(columns.map((column) => [column.id, column]));
    const given = new Set(order.map(({ id }) => id));
    if (given.size !== order.length || given.size !== known.size || order.some(({ id }) => !known.has(id)))
      throw invalid('栏目（columns）不全或有重复，请把每个栏目各列一次');
    const places = order.map(({ id, parentId }, place): queries.Place => {
      const isHidden = known.get(id)?.list_order === hiddenOrder;
      return {
        id,
        parent_id: parentId,
        list_order: isHidden ? hiddenOrder : (order.length - place) * step,
      };
    });
    refuseTree(places.map((place) => ({ ...place, name: known.get(place.id)?.name ?? '' })));
    await queries.placeColumns(trx, places);
    await purge(ctx, trx, ['columns']);
    await recordAction(ctx, trx, {
      action: 'column.arrange',
      target: 'column:all',
      before: { order: columns.map(({ name }) => name).join('、') },
      after: { order: order.map(({ id }) => known.get(id)?.name ?? '').join('、') },
    });
    return true;
  });
}

/**
 * Deletes a column. With content only when told where that moves: another column of the same kind, in this
 * transaction. @throws conflict saying what still hangs on it; invalid; notFound
 */
export async function removeColumn(
  ctx: Context,
  { id, moveTo }: { id: string; moveTo?: string | undefined },
  countPieces: CountPieces,
): Promise<{ moved: number }> {
  if (isBuiltIn(id)) throw conflict('这是内置栏目，不能删除；不想让读者看到可以不进菜单');
  return inTransaction(ctx, async (trx) => {
    const columns = await queries.lockColumns(trx);
    const column = columns.find((one) => one.id === id);
    if (!column) throw notFound('没有这个栏目，可能已被删除');
    const children = columns.filter(({ parent_id }) => parent_id === id);
    if (children.length > 0)
      throw conflict(`「${column.name}」下面还有 ${children.length} 个栏目，请先把它们移走或删除`);
    const held = (await countPieces(trx)).get(id);
    if (sum(held) > 0 && moveTo === undefined)
      throw conflict(`「${column.name}」里还有 ${sum(held)} 篇内容，请选一个栏目移入（moveTo）后再删除`);
    const into = moveTo === undefined ? undefined : targetOf(columns, column, moveTo);
    await ctx.events.emit(ctx, trx, 'columns.deleting', { id, name: column.name });
    if (into) await ctx.events.emit(ctx, trx, 'columns.emptied', { id, into });
    const holder = await queries.deleteColumn(trx, id);
    if (holder !== undefined)
      throw conflict(`「${column.name}」还不能删除：${users[holder] ?? `还有内容指向它（${holder}）`}`);
    await purge(ctx, trx, ['columns']);
    await recordAction(ctx, trx, {
      action: 'column.delete',
      target: `column:${id}`,
      before: describeColumn(column),
      after: into ? { moveTo: into.id, moved: sum(held) } : {},
    });
    return { moved: sum(held) };
  });
}

/** Who else may point at a column, by the table that does. */
const users: Readonly<Record<string, string>> = {
  posts: '刚刚又有内容放进来，请重试',
  feed_sources: '有订阅源把内容收进这个栏目，请先到「订阅来稿」改成别的栏目',
};

const sum = (pieces: PieceCounts | undefined) =>
  pieces ? pieces.draft + pieces.scheduled + pieces.published + pieces.withdrawn : 0;

function targetOf(
  columns: readonly queries.ColumnRow[],
  from: queries.ColumnRow,
  moveTo: string,
): queries.ColumnRow {
  const into = columns.find(({ id }) => id === moveTo);
  if (!into || into.id === from.id) throw invalid('移入栏目（moveTo）不存在，请另选一个');
  if (into.kind !== from.kind)
    throw invalid(`移入栏目（moveTo）「${into.name}」放的是另一类内容，请选同类的栏目`);
  return into;
}

function refuseTakenName(columns: readonly queries.ColumnRow[], name: string): void {
  if (columns.some((column) => column.name === name))
    throw conflict(`已经有叫「${name}」的栏目，请换一个栏目名（columnName）`);
}

function refuseTree(columns: Parameters<typeof faultOfTree>[0]): void {
  const fault = faultOfTree(columns);
  if (fault) throw invalid(fault);
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
