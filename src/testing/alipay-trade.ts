export type Fields = Record<string, string>;

/** A trade as Alipay keeps it; amounts in fen. */
export type Trade = {
  number: string;
  tradeNo: string;
  amount: number;
  subject: string;
  notifyUrl: string;
  returnUrl: string;
  /** Where who leaves without paying is led; empty on desktops. */
  quitUrl: string;
  state: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED';
  paidAt: number | null;
  /** What the merchant answered to notices of it over HTTP. */
  answers: string[];
  refunds: { number: string; amount: number; at: number }[];
};
