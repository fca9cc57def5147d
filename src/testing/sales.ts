import { ensureAuthors } from '#features/authors/index.ts';
import { createOrder, finishRefund, refundOrder, settlePayment } from '#features/orders/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Portal } from './portal.ts';

let serial = 0;

/** Adds an author, or changes the one of that name, to get a share of sales; null: the rule of the site. @returns the id */
export async function addSellingAuthor(
  { ctx }: Pick<Portal, 'ctx'>,
  name: string,
  { percent = 70, memberId = null }: { percent?: number | null; memberId?: string | null } = {},
): Promise<string> {
  const id = (await ensureAuthors(ctx, [name])).get(name) ?? '';
  await ctx.db
    .updateTable('authors')
    .set({ share_percent: percent, member_id: memberId })
    .where('id', '=', id)
    .execute();
  return id;
}

type PlanChanges = Partial<{
  scope: string;
  column_id: string;
  months: number | null;
  days: number | null;
  price: number;
  first_price: number;
  name: string;
  is_trial: boolean;
  is_active: boolean;
}>;

/** Adds a plan on sale, by default a month of VIP for ¥30. @returns its id */
export async function addPlan({ ctx }: Pick<Portal, 'ctx'>, changes: PlanChanges = {}): Promise<string> {
  const { id } = await ctx.db
    .insertInto('plans')
    .values({ scope: 'vip', name: '月卡', months: 1, price: 3000, ...changes })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type CouponChanges = Partial<{
  amount_off: number | null;
  percent_off: number | null;
  least_price: number;
  scope: string;
  target_id: string;
  starts_at: Date;
  ends_at: Date;
  total_limit: number;
  member_limit: number;
  is_active: boolean;
}>;

/** Adds a coupon, by default ¥5 off everything, once per member. @returns its code and id */
export async function addCoupon(
  { ctx }: Pick<Portal, 'ctx'>,
  changes: CouponChanges = {},
): Promise<{ code: string; id: string }> {
  serial += 1;
  const code = `TEST${serial}`;
  const { id } = await ctx.db
    .insertInto('coupons')
    .values({ code, name: '立减', amount_off: 500, ...changes })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { code, id };
}

/** Returns a member's context, without a request. */
export const asMember = (ctx: Context, memberId: string, changes: Partial<Context> = {}): Context => {
  const actor: Actor = { kind: 'member', memberId, sessionId: '1', permissions: new Set(), vipUntil: null };
  return { ...ctx, actor, ...changes };
};

type OrderInput = { thing: string; couponCode?: string; isGift?: boolean; agreed?: boolean; price?: number };

/** Creates an order under the portal's default rules: 70 % for authors, refunds for seven days. @returns its id */
export const orderFor = (ctx: Context, wish: OrderInput): Promise<string> =>
  createOrder(ctx, { authorShare: 7000, refundDays: 7 }, { isGift: false, agreed: true, ...wish });

/** Adds an unpaid attempt to pay an order at the sandbox gateway, each through its own channel. @returns its id */
export async function addPaymentAttempt(ctx: Context, orderId: string, amount: number): Promise<string> {
  serial += 1;
  const { id } = await ctx.db
    .insertInto('payments')
    .values({
      order_id: orderId,
      gateway: 'sandbox',
      // Each channel allows one open attempt.
      channel: `channel ${serial}`,
      trade_number: `P${Date.now()}${serial}`,
      amount,
      expires_at: new Date(ctx.now().getTime() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks an attempt as paid, in one transaction with its order, as payments does on the gateway's notice. */
export function settlePaymentAttempt(
  ctx: Context,
  orderId: string,
  paymentId: string,
  amount: number,
): Promise<'paid' | 'surplus'> {
  return inTransaction(ctx, async (trx) => {
    const outcome = await settlePayment(ctx, trx, { orderId, paymentId, gateway: 'sandbox', amount });
    await trx
      .updateTable('payments')
      .set({
        state: 'succeeded',
        gateway_number: `S${paymentId}`,
        is_surplus: outcome === 'surplus',
        succeeded_at: ctx.now(),
      })
      .where('id', '=', paymentId)
      .execute();
    return outcome;
  });
}

/** Pays an order, by default its exact amount. */
export async function payOrderOf(
  ctx: Context,
  orderId: string,
  amount?: number,
): Promise<'paid' | 'surplus'> {
  const order = await ctx.db
    .selectFrom('orders')
    .select('amount')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const amountDue = amount ?? order.amount;
  return settlePaymentAttempt(ctx, orderId, await addPaymentAttempt(ctx, orderId, amountDue), amountDue);
}

/** Marks a refund as received by the payer, as on the gateway's notice. */
export const finishRefundOf = (ctx: Context, refundId: string): Promise<void> =>
  inTransaction(ctx, (trx) => finishRefund(ctx, trx, { refundId, gatewayNumber: `B${refundId}` }));

/** Returns every account with its balance in fen. */
export async function balances({ db }: Context): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select((entry) => ['account', entry.fn.sum<string>('amount').as('balance')])
    .groupBy('account')
    .execute();
  return Object.fromEntries(rows.map(({ account, balance }) => [account, Number(balance)]));
}

/** Refunds an order in full as staff and marks the refund as received. */
export async function refundAll(ctx: Context, orderId: string): Promise<void> {
  const { refundId } = await refundOrder(ctx, { id: orderId, reason: '退款' });
  await finishRefundOf(ctx, refundId);
}
