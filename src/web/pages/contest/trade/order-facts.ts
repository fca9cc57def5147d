import type { CheckedOrder, ContestOrder, ContestQuote } from '#features/contest/schema.ts';
import { writeMoney, writePrice } from '#shared/market.ts';
import { placeRefusal, type readTicket, type Side, type Ticket } from './ticket.ts';
import type { CheckInput } from './use-check.ts';

export const sideNames: Record<Side, string> = { buy: '买入', sell: '卖出' };

/** 10.50, or 市价. */
export const spellPrice = (price: number | null): string => (price === null ? '市价' : writePrice(price));

export const orderStates: Record<ContestOrder['state'], { word: string; tone: 'ok' | 'wait' | 'off' }> = {
  open: { word: '待成交', tone: 'wait' },
  filled: { word: '已成交', tone: 'ok' },
  cancelled: { word: '已撤单', tone: 'off' },
  expired: { word: '已失效', tone: 'off' },
};

/** What to ask the server about; while no quantity is typed the fewest shares, for the most there can be. */
export function checkInput(
  seasonId: string,
  { code, lotLeast }: ContestQuote,
  { side }: Ticket,
  read: ReturnType<typeof readTicket>,
): CheckInput | null {
  if ('field' in read) return null;
  return { seasonId, code, side, price: read.price, quantity: read.quantity ?? lotLeast };
}

/** How far the price may go today. */
export function limitsOf({ limitUp, limitDown, tick }: ContestQuote): string {
  if (limitUp === null || limitDown === null) return '今天不设涨跌幅限制';
  return `跌停 ${writePrice(limitDown, tick)} — 涨停 ${writePrice(limitUp, tick)}`;
}

/** The most that can be traded, or why nothing can be. */
export function mostOf({ side, quantity }: Ticket, checked: CheckedOrder | undefined): string | undefined {
  if (!checked) return undefined;
  const { most, refusal } = checked;
  // Before anything is typed the reason why nothing goes is worth more than a nought.
  const reason = most === 0 && quantity === '' && refusal ? placeRefusal(refusal) : null;
  if (reason?.field === 'quantity') return reason.message;
  return `${side === 'buy' ? '最多可买' : '可卖'} ${most.toLocaleString('en-US')} 股`;
}

/** What an order is, and what it would cost or bring. */
export function factsOf(
  quote: ContestQuote,
  { side, kind }: Ticket,
  read: ReturnType<typeof readTicket>,
  checked: CheckedOrder | undefined,
) {
  const isBuy = side === 'buy';
  const sum = (fen: number | undefined) => (fen === undefined ? '—' : `${writeMoney(fen)} 元`);
  const { amount, fees } = checked ?? {};
  const total =
    amount === undefined || fees === undefined ? undefined : isBuy ? amount + fees : amount - fees;
  const estimated = isBuy ? '金额（按涨停价估）' : '金额（按现价估）';
  const sums = [
    { label: kind === 'market' ? estimated : '预计金额', value: sum(amount) },
    { label: '预计费用', value: sum(fees) },
    { label: isBuy ? '冻结资金' : '预计到账', value: sum(total) },
  ];
  const { price, quantity } = 'field' in read ? { price: null, quantity: null } : read;
  const what = [
    { label: '证券', value: `${quote.name} ${quote.code}` },
    { label: '价格', value: kind === 'market' ? '市价，按下一笔行情成交' : `${spellPrice(price)} 元` },
    { label: '数量', value: `${(quantity ?? 0).toLocaleString('en-US')} 股` },
  ];
  return { sums, all: [...what, ...sums] };
}

/** 11-20 14:55 of a moment of this year, else with the year. */
export function spellMoment(iso: string, today: string): string {
  const clock = iso.slice(11, 19);
  if (iso.slice(0, 10) === today) return clock;
  const day = iso.slice(0, 4) === today.slice(0, 4) ? iso.slice(5, 10) : iso.slice(0, 10);
  return `${day} ${clock.slice(0, 5)}`;
}
