import type { Income, IncomeLine, IncomeMonth, Withdrawal } from '#features/ledger/schema.ts';
import type { Sale } from '#features/orders/schema.ts';
import { type FetchCall, withoutAlerts } from '#web/api.ts';

type CursorPage<R> = { records: R[]; cursor: string | null };

/** The author's list: sales, months, account lines, or withdrawals. */
export type EarningsList =
  | { view: 'sales'; first: CursorPage<Sale> }
  | { view: 'months'; months: IncomeMonth[] }
  | { view: 'lines'; first: CursorPage<IncomeLine> }
  | { view: 'withdrawals'; first: CursorPage<Withdrawal> };

export type View = EarningsList['view'];
export type Earnings = { income: Income; list: EarningsList };

export const views: readonly { view: View; label: string }[] = [
  { view: 'sales', label: '售出' },
  { view: 'months', label: '月结单' },
  { view: 'lines', label: '收支明细' },
  { view: 'withdrawals', label: '提现记录' },
];

export const viewPath = (view: View): string =>
  `/personal/reference?shelf=order${view === 'sales' ? '' : `&view=${view}`}`;

const size = '20';

export async function loadEarnings(fetchCall: FetchCall, query: URLSearchParams): Promise<Earnings> {
  const view = views.find((option) => option.view === query.get('view'))?.view ?? 'sales';
  const [income, list] = await Promise.all([
    withoutAlerts(fetchCall)('GET /member/getIncome'),
    loadList(fetchCall, view),
  ]);
  return { income, list };
}

async function loadList(fetchCall: FetchCall, view: View): Promise<EarningsList> {
  if (view === 'months') return { view, months: await withoutAlerts(fetchCall)('GET /member/incomeMonths') };
  if (view === 'lines') return { view, first: await fetchLines(fetchCall) };
  if (view === 'withdrawals') return { view, first: await fetchWithdrawals(fetchCall) };
  return { view, first: await fetchSales(fetchCall) };
}

const pageQuery = (cursor?: string) => ({ size, ...(cursor !== undefined && { cursor }) });

export const fetchSales = (fetchCall: FetchCall, cursor?: string) =>
  withoutAlerts(fetchCall)('GET /member/sales', pageQuery(cursor));
export const fetchLines = (fetchCall: FetchCall, cursor?: string) =>
  withoutAlerts(fetchCall)('GET /member/incomeLines', pageQuery(cursor));
export const fetchWithdrawals = (fetchCall: FetchCall, cursor?: string) =>
  withoutAlerts(fetchCall)('GET /member/withdrawals', pageQuery(cursor));
