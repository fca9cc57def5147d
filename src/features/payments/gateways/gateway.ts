/** The names of gateways, as they stand in `payments.gateway`, in accounts and in addresses. */
export type GatewayName = 'wechat' | 'alipay' | 'sandbox';

/**
 * How a buyer pays: `native` a QR code for the phone, `h5` and `wap` another address on the phone itself, `jsapi` inside
 * WeChat, `page` another address on a desktop.
 */
export type Channel = 'native' | 'jsapi' | 'h5' | 'page' | 'wap';

/** One try to pay an order, under a number of its own; the same attempt may be started again. */
export type Attempt = {
  tradeNumber: string;
  /** What the gateway shows to the payer. */
  title: string;
  /** Fen. */
  amount: number;
  expiresAt: Date;
  /** Where notices go. */
  notifyUrl: string;
  /** Where the payer is led afterwards; proves nothing. */
  returnUrl: string;
};

/** What a channel needs to know of the buyer: whose phone (`h5`), or who it is at WeChat (`jsapi`). */
export type Buyer = { address: string; code?: string | undefined };

/** How the buyer goes on: a text to show as a QR code, an address to go to, or what WeChat's own script wants. */
export type Started = { codeUrl: string } | { redirectUrl: string } | { jsapi: Record<string, string> };

/** What the gateway says of a trade. `unknown`: nobody has tried to pay it there yet. Amounts in fen. */
export type TradeAnswer =
  | { state: 'paid'; gatewayNumber: string; amount: number; paidAt: Date }
  | { state: 'waiting' | 'closed' | 'unknown' };

export type RefundOrder = {
  /** Ours; the gateway pays it back once, however often it is asked. */
  number: string;
  tradeNumber: string;
  /** Fen to give back, of `total` fen that came in. */
  amount: number;
  total: number;
  reason: string;
  notifyUrl: string;
};

export type RefundAnswer =
  | { state: 'succeeded'; gatewayNumber: string }
  | { state: 'processing' }
  /** The gateway will not do it as asked; a person has to look. */
  | { state: 'failed'; reason: string };

/** A line of a day's bill; amounts in fen, without sign. */
export type BillLine = {
  kind: 'payment' | 'refund';
  tradeNumber: string;
  /** Ours; empty for payments. */
  refundNumber: string;
  gatewayNumber: string;
  amount: number;
};

/** A notice whose signature, freshness, merchant and application have been checked. */
export type Notice = { id: string; tradeNumber: string } & (
  | { kind: 'payment'; gatewayNumber: string; amount: number; paidAt: Date }
  | { kind: 'refund'; refundNumber: string; answer: RefundAnswer }
  /** True, and of no consequence: a trade that was closed unpaid. */
  | { kind: 'other' }
);

export type NoticeAnswer = { status: number; type: string; body: string };

/**
 * A way for money to come and go. What a gateway says is believed only when it is signed; what goes wrong on the way
 * is a GatewayError that holds no key, no signature and no address.
 */
export type Gateway = {
  readonly name: GatewayName;
  /** As buyers know it. */
  readonly label: string;
  readonly channels: readonly Channel[];
  /** May be repeated with the same attempt. */
  start(attempt: Attempt, channel: Channel, buyer: Buyer): Promise<Started>;
  query(tradeNumber: string): Promise<TradeAnswer>;
  /** Nobody can pay it afterwards. @throws GatewayError `paid` when somebody has */
  close(tradeNumber: string): Promise<void>;
  refund(order: RefundOrder): Promise<RefundAnswer>;
  /** What became of a refund that was asked for; `unknown`: it has never heard of it. */
  queryRefund(refund: { number: string; tradeNumber: string }): Promise<RefundAnswer | { state: 'unknown' }>;
  /** The bill of a Shanghai day (`2026-11-20`); there from the next morning. */
  bill(day: string): Promise<BillLine[]>;
  /** @throws NoticeFault */
  readNotice(body: Buffer, headers: Readonly<Record<string, unknown>>, now: Date): Promise<Notice>;
  /** How this gateway wants to be told that a notice arrived, or that it did not. */
  answerNotice(isTaken: boolean): NoticeAnswer;
};

/** Why a gateway did not do as asked. */
type GatewayFault =
  /** Not reached, too busy, or not understood: may be tried again. */
  | 'unreachable'
  /** Its answer bears no signature of its own. */
  | 'forged'
  /** Our clock and its differ by more than it allows. */
  | 'clock'
  /** It refused; `code` is its own. */
  | 'refused'
  | 'paid'
  | 'closed'
  /** The bill of that day is not made yet, or there is none. */
  | 'no_bill';

export class GatewayError extends Error {
  readonly fault: GatewayFault;
  readonly code: string;

  /** `message` is for the log and for staff: the gateway's words, never a key. */
  constructor(fault: GatewayFault, code: string, message: string) {
    super(message.slice(0, 300));
    this.name = 'GatewayError';
    this.fault = fault;
    this.code = code;
  }
}

/** Why a notice is not believed; it changes nothing and is written down under this word. */
export type NoticeOutcome = 'malformed' | 'forged' | 'stale' | 'wrong_merchant' | 'wrong_app';

export class NoticeFault extends Error {
  readonly outcome: NoticeOutcome;

  constructor(outcome: NoticeOutcome) {
    super(outcome);
    this.name = 'NoticeFault';
    this.outcome = outcome;
  }
}

/** The beginning of a text in so many bytes of UTF-8, which is how gateways count; no character is cut. */
export function cutBytes(text: string, most: number): string {
  let left = most;
  let end = 0;
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
