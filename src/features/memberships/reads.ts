import type { z } from 'zod';
import { columnRows } from '#features/columns/index.ts';
import { findGrantHistory, listRunningGrants } from '#features/entitlements/index.ts';
import { titleForStaff } from '#features/posts/index.ts';
import { offModules } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { Context } from '#kernel/context.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { findOffPlans, priceFor } from './plans.ts';
import { type ListedCoupon, listCoupons, listPlans, type PlanRow } from './queries.ts';
import { type BatchRow, type CodeRow, listBatches, listCodes } from './redeem-queries.ts';
import type * as schema from './schema.ts';

/** All plans. Every paywall reads them, and there are few, so they are cached. */
const cachedPlans = cachedByTag(['plans'], (ctx): Promise<PlanRow[]> => listPlans(ctx.db));

/** Returns the plans on sale with the caller's prices, VIP first, for one column or all. */
export async function listOfferedPlans(
  ctx: Context,
  { columnId }: { columnId?: string | undefined } = {},
): Promise<schema.OfferedPlan[]> {
  const names = await columnNames(ctx);
  const isOff = findOffPlans(await offModules(ctx), await columnRows(ctx));
  const plans = (await cachedPlans(ctx)).filter(
    (plan) =>
      plan.is_active &&
      !isOff(plan) &&
      (columnId === undefined || plan.scope === 'vip' || plan.column_id === columnId),
  );
  const histories = new Map<string, { had: boolean; tried: boolean }>();
  if (ctx.actor.kind === 'member')
    for (const { scope, column_id } of plans) {
      const key = historyKey({ scope, column_id });
      const target = { memberId: ctx.actor.memberId, scope, targetId: column_id };
      if (!histories.has(key)) histories.set(key, await findGrantHistory(ctx.db, target));
    }
  return plans.map((plan) => {
    const { had, tried } = histories.get(historyKey(plan)) ?? { had: false, tried: false };
    return {
      ...presentPlan(plan, names),
      yourPrice: priceFor(plan, had),
      isAvailable: !(plan.is_trial && (had || tried)),
    };
  });
}

/** Returns all plans for staff, on sale or not. */
export async function listAdminPlans(ctx: Context): Promise<schema.AdminPlan[]> {
  const names = await columnNames(ctx);
  return (await listPlans(ctx.db)).map((plan) => ({
    ...presentPlan(plan, names),
    isActive: plan.is_active,
    listOrder: plan.list_order,
    updatedAt: toIso(plan.updated_at),
  }));
}

/** Returns the caller's current VIP and column subscriptions with their ends. */
export async function listMemberships(ctx: Context): Promise<schema.Membership[]> {
  const names = await columnNames(ctx);
  return (await listRunningGrants(ctx.db, requireMemberId(ctx), ctx.now())).map(
    ({ scope, targetId, endsAt }) => ({
      scope,
      columnId: targetId,
      name: scope === 'vip' ? 'VIP 会员' : `${names.get(targetId ?? '') ?? '栏目'} 订阅`,
      endsAt: toIso(endsAt),
    }),
  );
}

/** Returns coupons, newest first; `keyword` is a whole code. */
export async function readCoupons(
  ctx: Context,
  { keyword, cursor, size }: z.output<typeof schema.couponsQuery>,
) {
  const code = keyword?.normalize('NFKC').trim().toUpperCase();
  const rows = await listCoupons(ctx.db, { code, before: cursor, limit: size + 1 });
  return toCursorPage(rows, size, (row) => presentCoupon(row, targetNameFor(ctx, row)));
}

/** Returns batches of redeem codes, newest first. */
export async function readBatches(ctx: Context, { cursor, size }: z.output<typeof schema.batchesQuery>) {
  const rows = await listBatches(ctx.db, { before: cursor, limit: size + 1 });
  return toCursorPage(rows, size, (row) => presentBatch(row, targetNameFor(ctx, row)));
}

/** Returns the codes of a batch, identified only by their last characters. */
export async function readCodes(ctx: Context, { batchId, cursor, size }: z.output<typeof schema.codesQuery>) {
  const rows = await listCodes(ctx.db, batchId, { after: cursor, limit: size + 1 });
  const now = ctx.now();
  return toCursorPage(rows, size, (row) => presentCode(row, now));
}

const historyKey = ({ scope, column_id }: Pick<PlanRow, 'scope' | 'column_id'>) => `${scope}:${column_id}`;

const columnNames = async (ctx: Context): Promise<ReadonlyMap<string, string>> =>
  new Map((await columnRows(ctx)).map(({ id, name }) => [id, name]));

const presentPlan = (plan: PlanRow, names: ReadonlyMap<string, string>) => ({
  id: plan.id,
  scope: plan.scope,
  columnId: plan.column_id,
  columnName: names.get(plan.column_id ?? '') ?? '',
  name: plan.name,
  months: plan.months,
  days: plan.days,
  price: plan.price,
  firstPrice: plan.first_price,
  isTrial: plan.is_trial,
});

type Target = Pick<ListedCoupon, 'target_id' | 'target_name' | 'post_state'>;

const targetNameFor = ({ actor }: Context, { target_id, target_name, post_state }: Target): string =>
  target_id !== null && target_name !== null && post_state !== null
    ? titleForStaff(actor, { id: target_id, title: target_name, state: post_state })
    : (target_name ?? '');

const presentCoupon = (row: ListedCoupon, targetName: string): schema.Coupon => ({
  id: row.id,
  code: row.code,
  name: row.name,
  amountOff: row.amount_off,
  percentOff: row.percent_off,
  leastPrice: row.least_price,
  scope: row.scope as schema.Coupon['scope'],
  targetId: row.target_id,
  targetName,
  startsAt: toIso(row.starts_at),
  endsAt: row.ends_at && toIso(row.ends_at),
  totalLimit: row.total_limit,
  memberLimit: row.member_limit,
  used: row.used,
  isActive: row.is_active,
});

const presentBatch = (row: BatchRow, targetName: string): schema.RedeemBatch => ({
  id: row.id,
  name: row.name,
  scope: row.scope as schema.RedeemBatch['scope'],
  targetId: row.target_id,
  targetName: row.scope === 'vip' ? 'VIP 会员' : targetName,
  months: row.months,
  days: row.days,
  expiresAt: row.expires_at && toIso(row.expires_at),
  createdAt: toIso(row.created_at),
  orderId: row.order_id,
  codes: row.codes,
  redeemed: row.redeemed,
  revoked: row.revoked,
});

function presentCode(row: CodeRow, now: Date): schema.RedeemCode {
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  return {
    id: row.id,
    ending: row.ending,
    state: row.redeemed_at ? 'redeemed' : row.revoked_at ? 'revoked' : isExpired ? 'expired' : 'open',
    memberId: row.redeemed_by,
    memberName: row.member_name,
    redeemedAt: row.redeemed_at && toIso(row.redeemed_at),
  };
}
