import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { type ColumnRow, columnRows, listColumnRows } from '#features/columns/index.ts';
import { findGrantHistory } from '#features/entitlements/index.ts';
import { readOffModules } from '#features/settings/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { isModuleOff, type ModuleName, moduleOfColumn } from '#shared/modules.ts';
import { findPlan, insertPlan, lockPlan, type PlanRow, updatePlan } from './queries.ts';
import type { planInput } from './schema.ts';

export type PricedPlan = { plan: PlanRow; price: number };

/**
 * Prices a plan for a member: the first-time price if they never had its scope other than as a trial, else the regular
 * price, which is also the price of a gift. It is the same for everyone in a group (PIPL art. 24). The caller must hold
 * the lock of the sale.
 * @throws notFound for an unknown plan; conflict for an inactive plan and a second trial; invalid for a trial as a gift
 */
export async function pricePlan(
  db: Database | Trx,
  { planId, memberId, isGift }: { planId: string; memberId: string; isGift: boolean },
): Promise<PricedPlan> {
  const plan = await findPlan(db, planId);
  if (!plan) throw notFound('套餐不存在');
  const off = await readOffModules(db);
  const isOff = off.length > 0 && findOffPlans(off, await listColumnRows(db))(plan);
  if (!plan.is_active || isOff) throw conflict('这个套餐已停售，请选择其他套餐');
  if (isGift && plan.is_trial) throw invalid('体验套餐不能作为礼物', 'isGift');
  if (isGift) return { plan, price: plan.price };
  const history = await findGrantHistory(db, {
    memberId,
    scope: plan.scope,
    targetId: plan.scope === 'vip' ? null : plan.column_id,
  });
  if (plan.is_trial && (history.tried || history.had))
    throw conflict(history.had ? '体验套餐只给没有开通过的会员' : '体验套餐每人限一次，你已体验过');
  return { plan, price: priceFor(plan, history.had) };
}

/** Returns what tells whether a plan opens only what is switched off (`off`), and is therefore not on sale. */
export const findOffPlans =
  (off: readonly ModuleName[], columns: readonly ColumnRow[]) =>
  ({ scope, column_id }: Pick<PlanRow, 'scope' | 'column_id'>): boolean => {
    const column = columns.find(({ id }) => id === column_id);
    const module = scope === 'vip' ? 'vip' : column && moduleOfColumn(column);
    return isModuleOff(module, off);
  };

/** Returns the regular price if the member had the scope before, otherwise the first-time price. */
export const priceFor = ({ price, first_price }: Pick<PlanRow, 'price' | 'first_price'>, had: boolean) =>
  had ? price : (first_price ?? price);

/**
 * Adds or changes a plan; pending orders keep their price. The plan's scope, column and trial flag never change,
 * because past grants refer to them. @throws invalid naming the field; notFound
 */
export async function savePlan(
  ctx: Context,
  { id, ...input }: z.output<typeof planInput>,
): Promise<{ id: string }> {
  if (input.columnId !== null && !(await columnRows(ctx)).some((column) => column.id === input.columnId))
    throw invalid('栏目不存在', 'columnId');
  return inTransaction(ctx, async (trx) => {
    const before = id === undefined ? undefined : await lockPlan(trx, id);
    if (id !== undefined && !before) throw notFound('套餐不存在');
    if (before) checkSameKind(before, input);
    const row = {
      scope: input.scope,
      column_id: input.columnId,
      name: input.name,
      months: input.months,
      days: input.days,
      price: input.price,
      first_price: input.firstPrice,
      is_trial: input.isTrial,
      is_active: input.isActive,
      list_order: input.listOrder,
    };
    const savedId = before?.id ?? (await insertPlan(trx, row));
    if (before) await updatePlan(trx, savedId, { ...row, updated_at: ctx.now() });
    await recordAction(ctx, trx, {
      action: before ? 'plan.save' : 'plan.create',
      target: `plan:${savedId}`,
      ...(before ? differences(describePlan(before), describePlan(row)) : { after: describePlan(row) }),
    });
    await purge(ctx, trx, ['plans']);
    return { id: savedId };
  });
}

const describePlan = (row: Omit<PlanRow, 'id' | 'created_at' | 'updated_at'>) => ({
  scope: row.scope,
  columnId: row.column_id,
  name: row.name,
  months: row.months,
  days: row.days,
  price: row.price,
  firstPrice: row.first_price,
  isTrial: row.is_trial,
  isActive: row.is_active,
  listOrder: row.list_order,
});

function checkSameKind(
  before: PlanRow,
  { scope, columnId, isTrial }: { scope: string; columnId: string | null; isTrial: boolean },
): void {
  if (before.scope !== scope) throw invalid('类型不能修改，请新建一个套餐', 'scope');
  if (before.column_id !== columnId) throw invalid('栏目不能修改，请新建一个套餐', 'columnId');
  if (before.is_trial !== isTrial) throw invalid('是否体验套餐不能修改，请新建一个套餐', 'isTrial');
}
