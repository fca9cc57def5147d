/** Names of the gateways as in `payments.gateway`, ledger accounts and URLs. */
export type GatewayName = 'wechat' | 'alipay' | 'sandbox';

/**
 * How a buyer pays: `native` by a QR code; `h5` and `wap` by a redirect on the phone; `jsapi` inside WeChat; `page` by
 * a redirect on a desktop.
 */
export type Channel = 'native' | 'jsapi' | 'h5' | 'page' | 'wap';

/** One attempt to pay an order, with its own number; it may be started repeatedly. */
export type Attempt = {
  tradeNumber: string;
  title: string;
  /** Fen. */
  amount: number;
  expiresAt: Date;
  notifyUrl: string;
  /** Address to which the payer returns; a return is no proof of payment. */
  returnUrl: string;
};

/** What a channel needs from the buyer: the phone's IP address (`h5`), or WeChat's authorisation code (`jsapi`). */
export type Buyer = { address: string; code?: string | undefined };

/** How the buyer continues: a text for a QR code, an address for a redirect, or the parameters of WeChat's script. */
export type Started = { codeUrl: string } | { redirectUrl: string } | { jsapi: Record<string, string> };

/** The gateway's state of a trade. `unknown`: the trade does not exist there yet. Amounts in fen. */
export type TradeAnswer =
  | { state: 'paid'; gatewayNumber: string; amount: number; paidAt: Date }
  | { state: 'waiting' | 'closed' | 'unknown' };

export type RefundOrder = {
  /** Our number and the idempotency key: the gateway refunds it once, however often it is requested. */
  number: string;
  tradeNumber: string;
  /** Fen to refund, of `total` fen paid. */
  amount: number;
  total: number;
  reason: string;
  notifyUrl: string;
};

export type RefundAnswer =
  | { state: 'succeeded'; gatewayNumber: string }
  | { state: 'processing' }
  /** A permanent refusal, which needs a person. */
  | { state: 'failed'; reason: string };

/** A line of a day's bill; amounts in fen, without sign. */
export type BillLine = {
  kind: 'payment' | 'refund';
  tradeNumber: string;
  /** Our number of the refund; empty for payments. */
  refundNumber: string;
  gatewayNumber: string;
  amount: number;
  /** What the gateway charged for the payment, or gave back with the refund; absent if the bill does not say. */
  fee?: number | null;
};

/** A notice whose signature, age, merchant and application are verified. */
export type Notice = { id: string; tradeNumber: string } & (
  | { kind: 'payment'; gatewayNumber: string; amount: number; paidAt: Date }
  | { kind: 'refund'; refundNumber: string; answer: RefundAnswer }
  /** A genuine notice without effect: a trade that was closed unpaid. */
  | { kind: 'other' }
);

export type NoticeAnswer = { status: number; type: string; body: string };

/** A payment gateway. Responses must carry its signature; GatewayErrors contain no key, signature or address. */
export type Gateway = {
  readonly name: GatewayName;
  /** The name shown to buyers. */
  readonly label: string;
  readonly channels: readonly Channel[];
  /** May be repeated with the same attempt. */
  start(attempt: Attempt, channel: Channel, buyer: Buyer): Promise<Started>;
  query(tradeNumber: string): Promise<TradeAnswer>;
  /** Closes a trade, which cannot be paid afterwards. @throws GatewayError `paid` if it was paid before */
  close(tradeNumber: string): Promise<void>;
  refund(order: RefundOrder): Promise<RefundAnswer>;
  /** Returns the state of a refund; `unknown`: the gateway never received it. */
  queryRefund(refund: { number: string; tradeNumber: string }): Promise<RefundAnswer | { state: 'unknown' }>;
  /** Returns the bill of a Shanghai day (`2026-11-20`); available from the next morning. */
  fetchBill(day: string): Promise<BillLine[]>;
  /** @throws NoticeFault */
  readNotice(body: Buffer, headers: Readonly<Record<string, unknown>>, now: Date): Promise<Notice>;
  /** Returns the response that tells this gateway whether its notice was accepted. */
  answerNotice(isAccepted: boolean): NoticeAnswer;
};

type GatewayFault =
  /** Unreachable, busy or unintelligible: the request may be retried. */
  | 'unreachable'
  /** The response lacks a valid signature. */
  | 'forged'
  /** Our clock and the gateway's differ by more than it allows. */
  | 'clock'
  /** The gateway refused; `code` is its error code. */
  | 'refused'
  | 'paid'
  | 'closed'
  /** There is no bill of that day, or not yet. */
  | 'no_bill';

export class GatewayError extends Error {
  readonly fault: GatewayFault;
  readonly code: string;

  /** `message` is for logs and staff: the gateway's text, never a key. */
  constructor(fault: GatewayFault, code: string, message: string) {
    super(message.slice(0, 300));
    this.name = 'GatewayError';
    this.fault = fault;
    this.code = code;
  }
}

/** Why a notice is rejected; a rejected notice has no effect and is recorded under this name. */
export type NoticeOutcome = 'malformed' | 'forged' | 'stale' | 'wrong_merchant' | 'wrong_app';

export class NoticeFault extends Error {
  readonly outcome: NoticeOutcome;
  /** In Chinese, for the operator: which header, key or setting is wrong. Quotes the sender, but no secret. */
  readonly reason: string;

  constructor(outcome: NoticeOutcome, reason: string) {
    super(outcome);
    this.name = 'NoticeFault';
    this.outcome = outcome;
    this.reason = reason;
  }
}

/** Quotes a value that anyone may have sent: short, and on one line. */
export const quoteGiven = (given: string): string =>
  given === '' ? '（空）' : given.replace(/[^\w.:+/=-]/g, '?').slice(0, 64);

/** Truncates a text to a number of UTF-8 bytes, the unit in which gateways count, without splitting a character. */
export function cutBytes(text: string, maxBytes: number): string {
  let bytesLeft = maxBytes;
  let end = 0;
  for (const character of text) {
    bytesLeft -= Buffer.byteLength(character);
    if (bytesLeft < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
