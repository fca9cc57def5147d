import type { Income, IncomeLine, IncomeMonth, Withdrawal } from '#features/ledger/schema.ts';
import type { Sale } from '#features/orders/schema.ts';
import { type Ask, silently } from '../../../../api.ts';

type Stretch<R> = { records: R[]; cursor: string | null };

/** What an author looks at: sales, months, every line of the account, or payouts. */
export type Listed =
  | { view: 'sales'; first: Stretch<Sale> }
  | { view: 'months'; months: IncomeMonth[] }
  | { view: 'lines'; first: Stretch<IncomeLine> }
  | { view: 'withdrawals'; first: Stretch<Withdrawal> };

export type View = Listed['view'];
export type Earnings = { income: Income; listed: Listed };

export const views: readonly { view: View; label: string }[] = [
  { view: 'sales', label: '售出' },
  { view: 'months', label: '月结单' },
  { view: 'lines', label: '收支明细' },
  { view: 'withdrawals', label: '提现记录' },
];

export const viewPath = (view: View): string =>
  `/personal/reference?shelf=order${view === 'sales' ? '' : `&view=${view}`}`;

const size = '20';

/** The author's money, and the list of it that the address names. */
export async function openEarnings(ask: Ask, query: URLSearchParams): Promise<Earnings> {
  const view = views.find((one) => one.view === query.get('view'))?.view ?? 'sales';
  const [income, listed] = await Promise.all([silently(ask)('GET /member/getIncome'), openList(ask, view)]);
  return { income, listed };
}

async function openList(ask: Ask, view: View): Promise<Listed> {
  if (view === 'months') return { view, months: await silently(ask)('GET /member/incomeMonths') };
  if (view === 'lines') return { view, first: await askLines(ask) };
  if (view === 'withdrawals') return { view, first: await askWithdrawals(ask) };
  return { view, first: await askSales(ask) };
}

const stretch = (cursor?: string) => ({ size, ...(cursor !== undefined && { cursor }) });

export const askSales = (ask: Ask, cursor?: string) => silently(ask)('GET /member/sales', stretch(cursor));
export const askLines = (ask: Ask, cursor?: string) =>
  silently(ask)('GET /member/incomeLines', stretch(cursor));
export const askWithdrawals = (ask: Ask, cursor?: string) =>
  silently(ask)('GET /member/withdrawals', stretch(cursor));
