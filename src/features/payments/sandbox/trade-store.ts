import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type Trade = {
  number: string;
  gatewayNumber: string;
  prepayId: string;
  type: 'NATIVE' | 'H5' | 'JSAPI';
  title: string;
  /** In fen. */
  amount: number;
  notifyUrl: string;
  expiresAt: number;
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED';
  paidAt: number | null;
  /** The refunded amount, in fen. */
  refunded: number;
  openId: string;
  /** Whether the merchant has accepted the notice. */
  isTold: boolean;
};

export type RefundEntry = {
  number: string;
  tradeNumber: string;
  gatewayNumber: string;
  amount: number;
  notifyUrl: string;
  state: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL';
  at: number;
  isTold: boolean;
};

/** The gateway's own record of trades, which the portal's is reconciled with. */
export type TradeStore = {
  trade(number: string): Trade | undefined;
  tradeByPrepay(prepayId: string): Trade | undefined;
  refund(number: string): RefundEntry | undefined;
  saveTrade(trade: Trade): Trade;
  saveRefund(refund: RefundEntry): RefundEntry;
  trades(): Trade[];
  refunds(): RefundEntry[];
};

/**
 * Opens a store in memory and, if a file is named, also in that file: each change is a line, and the last line of a
 * number counts.
 */
export function openTradeStore(file?: string): TradeStore {
  const trades = new Map<string, Trade>();
  const byPrepay = new Map<string, string>();
  const refunds = new Map<string, RefundEntry>();
  const apply = ({ trade, refund }: { trade?: Trade; refund?: RefundEntry }) => {
    if (trade) {
      trades.set(trade.number, trade);
      byPrepay.set(trade.prepayId, trade.number);
    }
    if (refund) refunds.set(refund.number, refund);
  };
  if (file && existsSync(file))
    for (const line of completeLines(readFileSync(file, 'utf8'))) apply(JSON.parse(line));
  if (file) mkdirSync(dirname(file), { recursive: true });
  const append = (entry: Parameters<typeof apply>[0]) => {
    apply(entry);
    if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
  };
  return {
    trade: (number) => trades.get(number),
    tradeByPrepay: (prepayId) => trades.get(byPrepay.get(prepayId) ?? ''),
    refund: (number) => refunds.get(number),
    saveTrade(trade) {
      append({ trade });
      return trade;
    },
    saveRefund(refund) {
      append({ refund });
      return refund;
    },
    trades: () => [...trades.values()],
    refunds: () => [...refunds.values()],
  };
}

// A process that is killed while writing leaves an incomplete last line, which is ignored.
const completeLines = (text: string): string[] => text.split('\n').slice(0, -1).filter(Boolean);
