import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type Trade = {
  /** The merchant's. */
  number: string;
  gatewayNumber: string;
  prepayId: string;
  type: 'NATIVE' | 'H5' | 'JSAPI';
  title: string;
  /** Fen. */
  amount: number;
  notifyUrl: string;
  expiresAt: number;
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED';
  paidAt: number | null;
  /** Fen given back. */
  refunded: number;
  openId: string;
  /** The merchant has been told, and has said so. */
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

/** The gateway's own book: what the merchant's is held against. */
export type PayBook = {
  trade(number: string): Trade | undefined;
  tradeByPrepay(prepayId: string): Trade | undefined;
  refund(number: string): RefundEntry | undefined;
  keepTrade(trade: Trade): Trade;
  keepRefund(refund: RefundEntry): RefundEntry;
  trades(): Trade[];
  refunds(): RefundEntry[];
};

/** A book in memory, and in a file if one is named: each change is a line, the last of a number counts. */
export function openBook(file?: string): PayBook {
  const trades = new Map<string, Trade>();
  const byPrepay = new Map<string, string>();
  const refunds = new Map<string, RefundEntry>();
  const learn = ({ trade, refund }: { trade?: Trade; refund?: RefundEntry }) => {
    if (trade) {
      trades.set(trade.number, trade);
      byPrepay.set(trade.prepayId, trade.number);
    }
    if (refund) refunds.set(refund.number, refund);
  };
  if (file && existsSync(file))
    for (const line of completeLines(readFileSync(file, 'utf8'))) learn(JSON.parse(line));
  if (file) mkdirSync(dirname(file), { recursive: true });
  const keep = (entry: Parameters<typeof learn>[0]) => {
    learn(entry);
    if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
  };
  return {
    trade: (number) => trades.get(number),
    tradeByPrepay: (prepayId) => trades.get(byPrepay.get(prepayId) ?? ''),
    refund: (number) => refunds.get(number),
    keepTrade(trade) {
      keep({ trade });
      return trade;
    },
    keepRefund(refund) {
      keep({ refund });
      return refund;
    },
    trades: () => [...trades.values()],
    refunds: () => [...refunds.values()],
  };
}

// A process that is killed while it writes leaves half a line at the end.
const completeLines = (text: string): string[] => text.split('\n').slice(0, -1).filter(Boolean);
