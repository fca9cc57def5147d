import { writeMoney, writePrice } from '#shared/market.ts';
import type { ContestOrder, ContestQuote, OrderCheck } from '../../schema.ts';
import { faultOfRefusal, type parseTicket, type Side, type Ticket } from './ticket.ts';
import type { CheckInput } from './use-check.ts';

export const sideNames: Record<Side, string> = { buy: '买入', sell: '卖出' };

/** 10.50, or 市价. */
export const formatOrderPrice = (price: number | null): string =>
  price === null ? '市价' : writePrice(price);

export const orderStates: Record<ContestOrder['state'], { label: string; tone: 'ok' | 'wait' | 'off' }> = {
  open: { label: '待成交', tone: 'wait' },
  filled: { label: '已成交', tone: 'ok' },
  cancelled: { label: '已撤单', tone: 'off' },
  expired: { label: '已失效', tone: 'off' },
};

/** Returns the input of an order check; without a typed quantity the minimum lot, to learn the maximum. */
export function toCheckInput(
  seasonId: string,
  { code, lotLeast }: ContestQuote,
  { side }: Ticket,
  parsed: ReturnType<typeof parseTicket>,
): CheckInput | null {
  if ('field' in parsed) return null;
  return { seasonId, code, side, price: parsed.price, quantity: parsed.quantity ?? lotLeast };
}

export function describeLimits({ limitUp, limitDown, tick }: ContestQuote): string {
  if (limitUp === null || limitDown === null) return '今天不设涨跌幅限制';
  return `跌停 ${writePrice(limitDown, tick)} — 涨停 ${writePrice(limitUp, tick)}`;
}

/** Describes how much can be traded, or why nothing can. */
export function describeMaxQuantity(
  { side, quantity }: Ticket,
  checked: OrderCheck | undefined,
): string | undefined {
  if (!checked) return undefined;
  const { most, refusal } = checked;
  // Before a quantity is typed, the reason is more useful than a maximum of 0.
  const reason = most === 0 && quantity === '' && refusal ? faultOfRefusal(refusal) : null;
  if (reason?.field === 'quantity') return reason.message;
  return `${side === 'buy' ? '最多可买' : '可卖'} ${most.toLocaleString('en-US')} 股`;
}

/** Returns the facts of an order, with its estimated cost or proceeds. */
export function ticketFactsOf(
  quote: ContestQuote,
  { side, kind }: Ticket,
  parsed: ReturnType<typeof parseTicket>,
  checked: OrderCheck | undefined,
) {
  const isBuy = side === 'buy';
  const formatSum = (fen: number | undefined) => (fen === undefined ? '—' : `${writeMoney(fen)} 元`);
  const { amount, fees } = checked ?? {};
  const total =
    amount === undefined || fees === undefined ? undefined : isBuy ? amount + fees : amount - fees;
  const estimated = isBuy ? '金额（按涨停价估）' : '金额（按现价估）';
  const sums = [
    { label: kind === 'market' ? estimated : '预计金额', value: formatSum(amount) },
    { label: '预计费用', value: formatSum(fees) },
    { label: isBuy ? '冻结资金' : '预计到账', value: formatSum(total) },
  ];
  const { price, quantity } = 'field' in parsed ? { price: null, quantity: null } : parsed;
  const subject = [
    { label: '证券', value: `${quote.name} ${quote.code}` },
    { label: '价格', value: kind === 'market' ? '市价，按下一笔行情成交' : `${formatOrderPrice(price)} 元` },
    { label: '数量', value: `${(quantity ?? 0).toLocaleString('en-US')} 股` },
  ];
  return { sums, all: [...subject, ...sums] };
}

/** Formats a time: the time alone today, 11-20 14:55 within this year, else with the year. */
export function formatMoment(iso: string, today: string): string {
  const clock = iso.slice(11, 19);
  if (iso.slice(0, 10) === today) return clock;
  const day = iso.slice(0, 4) === today.slice(0, 4) ? iso.slice(5, 10) : iso.slice(0, 10);
  return `${day} ${clock.slice(0, 5)}`;
}
