export type Fields = Record<string, string>;

/** A trade as Alipay stores it; amounts in fen. */
export type Trade = {
  number: string;
  tradeNo: string;
  amount: number;
  subject: string;
  notifyUrl: string;
  returnUrl: string;
  /** Where the payer goes on leaving without paying; empty on desktops. */
  quitUrl: string;
  state: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED';
  paidAt: number | null;
  /** The merchant's responses to notices over HTTP. */
  answers: string[];
  refunds: { number: string; amount: number; at: number }[];
};
