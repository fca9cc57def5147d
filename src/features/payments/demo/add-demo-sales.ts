import {
  createOrder,
  expireDueOrders,
  finishRefund,
  refundOrder,
  requestRefund,
  type TradeRules,
} from '#features/orders/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { actAs, type DemoReader, demoStart, pickMoment } from '#kernel/demo-month.ts';
import { dayOf, hourMs } from '#shared/dates.ts';
import { seededRandom } from '#shared/seeded-random.ts';
import { tradeNumber } from '../numbers.ts';
import { findOrInsertAttempt } from '../queries.ts';
import { settleAttempt } from '../settle-attempt.ts';
import {
  countOrders,
  type DemoThing,
  type DemoTrade,
  listDemoThings,
  listDemoTrades,
} from './demo-queries.ts';

const sales = 40;
const minuteMs = 60_000;
/** What becomes of some orders, by their place in time; the others are paid. */
const outcomes = new Map<number, Sale['outcome']>([
  [5, 'refunded'],
  [9, 'expired'],
  [14, 'refunded'],
  [sales - 3, 'refund requested'],
]);
/** The last regular order is so old that a refund can be requested by now. */
const minAgeMs = 4 * hourMs;

type Sale = {
  buyerId: string;
  thing: string;
  at: Date;
  outcome: 'paid' | 'expired' | 'refunded' | 'refund requested' | 'pending';
};

/**
 * Lets the demo's readers buy plans and posts, each by the services that everyone buys with; only the sandbox gateway
 * is not asked. `staffId` refunds. Skips as many orders as there are. @returns all trades, for the gateway's own book
 */
export async function addDemoSales(
  ctx: Context,
  rules: TradeRules,
  { readers, staffId }: { readers: readonly DemoReader[]; staffId: string },
): Promise<DemoTrade[]> {
  const plan = planSales(await listDemoThings(ctx.db), readers, ctx.now());
  for (const sale of plan.slice(await countOrders(ctx.db))) await makeSale(ctx, rules, { ...sale, staffId });
  return listDemoTrades(ctx.db);
}

/** Plans sales in the order of their time, each of something that was for sale then; nobody buys twice. */
function planSales(things: readonly DemoThing[], readers: readonly DemoReader[], now: Date): Sale[] {
  const random = seededRandom(`demo sales ${dayOf(now)}`);
  const until = new Date(now.getTime() - minAgeMs);
  const moments = Array.from({ length: sales }, () => pickMoment(random, demoStart(now), until));
  const buyers = readers
    .map((reader) => ({ ...reader, order: random() }))
    .sort((one, other) => one.order - other.order);
  const planSale = (at: Date, outcome: Sale['outcome']): Sale => {
    const [buyer] = buyers.splice(
      buyers.findIndex(({ since }) => since < at),
      1,
    );
    const onSale = things.filter(({ since }) => since < at);
    return { buyerId: buyer?.id ?? '', thing: pickThing(random, onSale), at, outcome };
  };
  return [
    ...moments
      .sort((one, other) => one.getTime() - other.getTime())
      .map((at, index) => planSale(at, outcomes.get(index) ?? 'paid')),
    planSale(new Date(now.getTime() - 5 * minuteMs), 'pending'),
  ];
}

function pickThing(random: () => number, things: readonly DemoThing[]): string {
  let left = random() * things.reduce((sum, { weight }) => sum + weight, 0);
  const picked = things.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  if (!picked) throw new Error('the demo edition has nothing for sale');
  return picked.thing;
}

async function makeSale(
  ctx: Context,
  rules: TradeRules,
  { buyerId, thing, at, outcome, staffId }: Sale & { staffId: string },
): Promise<void> {
  const after = (minutes: number, memberId = buyerId) =>
    actAs(ctx, memberId, new Date(at.getTime() + minutes * minuteMs));
  const id = await createOrder(after(0), rules, { thing, isGift: false, agreed: true });
  if (outcome === 'pending') return;
  if (outcome === 'expired') {
    await expireDueOrders(after(31));
    return;
  }
  await payOrder(after(1), buyerId, id);
  if (outcome === 'refund requested')
    await requestRefund(after(95), rules.refundDays, { id, reason: '买错了，想换成另一篇' });
  if (outcome !== 'refunded') return;
  const { refundId } = await refundOrder(after(300, staffId), { id, reason: '读者来电，重复购买' });
  const gatewayNumber = `50${refundId.padStart(26, '0')}`;
  await inTransaction(ctx, (trx) => finishRefund(after(301), trx, { refundId, gatewayNumber }));
}

async function payOrder(ctx: Context, buyerId: string, orderId: string): Promise<void> {
  const now = ctx.now();
  const attempt = await findOrInsertAttempt(ctx.db, {
    order_id: orderId,
    member_id: buyerId,
    gateway: 'sandbox',
    channel: 'native',
    trade_number: tradeNumber(now),
    created_at: now,
    until: now,
  });
  if (!attempt?.payment) throw new Error(`order ${orderId} of the demo cannot be paid`);
  const { trade_number, amount } = attempt.payment;
  const gatewayNumber = `42${orderId.padStart(26, '0')}`;
  await settleAttempt(ctx, 'sandbox', trade_number, { state: 'paid', gatewayNumber, amount, paidAt: now });
}
