import { randomBytes } from 'node:crypto';
import { toIso } from '#shared/dates.ts';
import type { PayBook, RefundEntry, Trade } from './book.ts';
import type { Courier } from './courier.ts';
import { type Fields, refundFields, tradeFields } from './fields.ts';
import { encrypt, type PayParties, signedHeaders } from './signing.ts';

export type SignedNotice = { headers: Record<string, string>; body: string };

export type NoticeParts = {
  parties: PayParties;
  book: PayBook;
  courier: Courier;
  now: () => number;
  /** Brings a notice to the merchant. @returns its status */
  deliver(url: string, notice: SignedNotice): Promise<number>;
};

export type Notices = ReturnType<typeof payNotices>;

/** Tells the merchant of payments and refunds until they say that they have heard it. */
export function payNotices({ parties, book, courier, now, deliver }: NoticeParts) {
  function tellPayment(trade: Trade): void {
    const notice = sealed('TRANSACTION.SUCCESS', tradeFields(parties, trade), 'transaction');
    courier.post({
      send: async () => isTaken(await deliver(trade.notifyUrl, freshly(notice))),
      taken: () => void book.keepTrade({ ...(book.trade(trade.number) ?? trade), isTold: true }),
    });
  }

  function tellRefund(refund: RefundEntry): void {
    const notice = sealed(`REFUND.${refund.state}`, refundNoticeFields(refund), 'refund');
    courier.post({
      send: async () => isTaken(await deliver(refund.notifyUrl, freshly(notice))),
      taken: () => void book.keepRefund({ ...(book.refund(refund.number) ?? refund), isTold: true }),
    });
  }

  /** The body of a notice; `changes` and `associated` let a test say what is not so. */
  function sealed(event: string, fields: Fields, associated: string): string {
    return JSON.stringify({
      id: `EV-${randomBytes(12).toString('hex')}`,
      create_time: toIso(new Date(now())),
      resource_type: 'encrypt-resource',
      event_type: event,
      summary: '支付沙箱通知',
      resource: { original_type: 'transaction', ...encrypt(parties, JSON.stringify(fields), associated) },
    });
  }

  const freshly = (body: string): SignedNotice => ({
    body,
    headers: { 'content-type': 'application/json', ...signedHeaders(parties, body, now()) },
  });

  function refundNoticeFields(refund: RefundEntry): Fields {
    const { status, ...fields } = refundFields(book, refund);
    return { mchid: parties.merchantId, ...fields, refund_status: status };
  }

  /** What a merchant who was not reached has not heard of yet. */
  function tellUntold(): void {
    for (const trade of book.trades()) if (trade.state === 'SUCCESS' && !trade.isTold) tellPayment(trade);
    for (const refund of book.refunds())
      if (refund.state === 'SUCCESS' && refund.notifyUrl && !refund.isTold) tellRefund(refund);
  }

  return {
    tellPayment,
    tellRefund,
    tellUntold,
    /** The notice of a trade's payment as it would go out, with other fields where a test says so. */
    noticeOf(number: string, changes: Fields = {}, associated = 'transaction'): SignedNotice {
      const trade = book.trade(number);
      if (!trade) throw new Error(`no trade ${number}`);
      return freshly(
        sealed('TRANSACTION.SUCCESS', { ...tradeFields(parties, trade), ...changes }, associated),
      );
    },
  };
}

const isTaken = (status: number): boolean => status === 200 || status === 204;
