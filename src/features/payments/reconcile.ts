import { recordAction } from '#features/audit/index.ts';
import { updateRefundFees } from '#features/orders/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { dayMs, dayOf, toIso } from '#shared/dates.ts';
import { type BillLine, type Gateway, GatewayError } from './gateways/gateway.ts';
import { logFault } from './log-fault.ts';
import { findGateway, type PaymentParts } from './parts.ts';
import { findPayment } from './queries.ts';
import {
  findReconciliation,
  listReconciliations,
  listRefunds,
  listSucceededPayments,
  type OwnPayment,
  type OwnRefund,
  type ReconciliationRow,
  updatePaymentFees,
  upsertReconciliation,
} from './reconcile-queries.ts';
import type { Reconciliation, ReconciliationPage } from './schema.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Number of past days for which a missing or unreadable bill is fetched again. */
const retryDays = 7;

/** Reconciles a day on behalf of staff. @throws invalid for a day without a bill yet, or an unknown gateway */
export async function reconcileNow(
  ctx: Context,
  parts: PaymentParts,
  { gateway: name, day }: { gateway: string; day: string },
): Promise<Reconciliation> {
  const gateway = await findGateway(ctx, parts, name);
  if (!gateway) throw invalid('支付渠道没有配置', 'gateway');
  const isReal = new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
  if (!isReal || day >= dayOf(ctx.now())) throw invalid('账单日期应为今天以前的日期', 'day');
  return present(await reconcileDay(ctx, gateway, day, true));
}

/** Reconciles yesterday and the past days that failed or were not reconciled. May be repeated. */
export async function reconcileDue(ctx: Context, parts: PaymentParts): Promise<void> {
  for (const gateway of await parts.gateways(ctx))
    for (let back = 1; back <= retryDays; back += 1) {
      const day = dayOf(new Date(ctx.now().getTime() - back * dayMs));
      const existing = await findReconciliation(ctx.db, gateway.name, day);
      if (!existing || existing.state === 'failed') await reconcileDay(ctx, gateway, day);
    }
}

/**
 * Compares a Shanghai day with the gateway's bill and records the differences. A payment that is missing here is
 * queried first: if a notice was lost, the payment is settled and is no difference.
 */
export async function reconcileDay(
  ctx: Context,
  gateway: Gateway,
  day: string,
  isByStaff = false,
): Promise<ReconciliationRow> {
  const result = await compareOrReport(ctx, gateway, day);
  return inTransaction(ctx, async (trx) => {
    const row = await upsertReconciliation(trx, {
      gateway: gateway.name,
      day,
      state: result.error ? 'failed' : result.differences.length > 0 ? 'different' : 'equal',
      ours_count: result.ours.count,
      ours_amount: result.ours.amount,
      theirs_count: result.theirs.count,
      theirs_amount: result.theirs.amount,
      differences: result.differences,
      error: result.error,
      made_at: ctx.now(),
    });
    if (isByStaff)
      await recordAction(ctx, trx, {
        action: 'reconciliation.run',
        target: `reconciliation:${row.id}`,
        after: { gateway: gateway.name, day, state: row.state, differences: result.differences.length },
      });
    return row;
  });
}

type Result = Comparison & { error: string };

async function compareOrReport(ctx: Context, gateway: Gateway, day: string): Promise<Result> {
  try {
    const bill = await fetchBill(gateway, day);
    if (bill) {
      await settleMissedPayments(ctx, gateway, bill);
      await updateFees(ctx, gateway, bill);
      return { ...(await compareWithBill(ctx, gateway, day, bill)), error: '' };
    }
    // Gateways make no bill for a day without trades.
    const result = await compareWithBill(ctx, gateway, day, []);
    return { ...result, error: result.ours.count > 0 ? '支付渠道还没有这一天的账单' : '' };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logFault(ctx, { gateway: gateway.name, day }, error, 'could not read a bill');
    const nothing = { count: 0, amount: 0 };
    return { ours: nothing, theirs: nothing, differences: [], error: error.message };
  }
}

async function fetchBill(gateway: Gateway, day: string): Promise<BillLine[] | null> {
  try {
    return await gateway.fetchBill(day);
  } catch (error) {
    if (error instanceof GatewayError && error.fault === 'no_bill') return null;
    throw error;
  }
}

async function compareWithBill(ctx: Context, gateway: Gateway, day: string, bill: readonly BillLine[]) {
  const from = new Date(`${day}T00:00:00+08:00`);
  const until = new Date(from.getTime() + dayMs);
  const numbers = bill.flatMap(({ refundNumber }) => (refundNumber ? [refundNumber] : []));
  const payments = await listSucceededPayments(ctx.db, gateway.name, from, until);
  const refunds = await listRefunds(ctx.db, gateway.name, { from, until, numbers });
  const billed = new Set(numbers);
  const hasUnbilledRefund = refunds.some(({ number, is_done }) => is_done && !billed.has(number));
  const before = hasUnbilledRefund ? await fetchBill(gateway, dayOf(new Date(from.getTime() - dayMs))) : null;
  const earlier = new Set((before ?? []).map(({ refundNumber }) => refundNumber));
  return compareDay({ payments, refunds }, bill, earlier);
}

async function settleMissedPayments(
  ctx: Context,
  gateway: Gateway,
  bill: readonly BillLine[],
): Promise<void> {
  for (const { kind, tradeNumber } of bill) {
    if (kind !== 'payment') continue;
    const attempt = await findPayment(ctx.db, gateway.name, tradeNumber);
    if (!attempt || attempt.state === 'succeeded') continue;
    const answer = await gateway.query(tradeNumber);
    if (answer.state === 'paid') await settleAttempt(ctx, gateway.name, tradeNumber, answer);
  }
}

/** Stores the fees that a bill names, of payments and of refunds. */
async function updateFees(ctx: Context, gateway: Gateway, bill: readonly BillLine[]): Promise<void> {
  const feesOf = (wanted: BillLine['kind']) =>
    bill.flatMap(({ kind, tradeNumber, refundNumber, fee }) =>
      kind === wanted && typeof fee === 'number'
        ? [{ number: kind === 'refund' ? refundNumber : tradeNumber, fee }]
        : [],
    );
  await updatePaymentFees(ctx.db, gateway.name, feesOf('payment'));
  await updateRefundFees(ctx.db, feesOf('refund'));
}

export async function readReconciliations(
  ctx: Context,
  {
    size,
    cursor,
    ...filter
  }: { size: number; cursor?: string | undefined; gateway?: string | undefined; state: string },
): Promise<ReconciliationPage> {
  const rows = await listReconciliations(ctx.db, filter, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, present);
}

const present = (row: ReconciliationRow): Reconciliation => ({
  id: row.id,
  gateway: row.gateway as Reconciliation['gateway'],
  day: row.day,
  state: row.state as Reconciliation['state'],
  oursCount: row.ours_count,
  oursAmount: Number(row.ours_amount),
  theirsCount: row.theirs_count,
  theirsAmount: Number(row.theirs_amount),
  differences: row.differences as Reconciliation['differences'],
  error: row.error,
  madeAt: toIso(row.made_at),
});

type Difference = Reconciliation['differences'][number];

type Side = { count: number; amount: number };

/** The totals of both sides; amounts in fen, payments less refunds. */
type Comparison = { ours: Side; theirs: Side; differences: Difference[] };

/**
 * Compares a day of our book with the gateway's bill by line. A refund is in the bill of the day on which the gateway
 * accepted it, which may be the day before it finished: `earlier` contains the numbers of that bill.
 */
function compareDay(
  own: { payments: readonly OwnPayment[]; refunds: readonly OwnRefund[] },
  bill: readonly BillLine[],
  earlier: ReadonlySet<string>,
): Comparison {
  const billed = (kind: BillLine['kind']) =>
    bill
      .filter((line) => line.kind === kind)
      .map((line) => ({
        number: kind === 'refund' ? line.refundNumber : line.tradeNumber,
        amount: line.amount,
      }));
  const [theirPayments, theirRefunds] = [billed('payment'), billed('refund')];
  const inBill = new Set(theirRefunds.map(({ number }) => number));
  const done = own.refunds.filter(
    ({ number, is_done }) => is_done && (inBill.has(number) || !earlier.has(number)),
  );
  return {
    ours: sum(own.payments, done),
    theirs: sum(theirPayments, theirRefunds),
    differences: [
      ...findDifferences('payment', own.payments, theirPayments),
      ...findDifferences('refund', done, theirRefunds),
    ],
  };
}

type Line = { number: string; amount: number };

function findDifferences(
  what: Difference['what'],
  ours: readonly Line[],
  theirs: readonly Line[],
): Difference[] {
  const [mine, their] = [byNumber(ours), byNumber(theirs)];
  return [...new Set([...mine.keys(), ...their.keys()])].flatMap((number): Difference[] => {
    const [own, other] = [mine.get(number) ?? null, their.get(number) ?? null];
    if (own === other) return [];
    const kind = own === null ? 'missing_here' : other === null ? 'missing_there' : 'amount';
    return [{ kind, what, number, ours: own, theirs: other }];
  });
}

// The amounts of a duplicate number are added, so that it shows as a difference.
function byNumber(lines: readonly Line[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const { number, amount } of lines) amounts.set(number, (amounts.get(number) ?? 0) + amount);
  return amounts;
}

const total = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

const sum = (payments: readonly Line[], refunds: readonly Line[]): Side => ({
  count: payments.length + refunds.length,
  amount: total(payments) - total(refunds),
});
