import { randomBytes } from 'node:crypto';
import { toIso } from '#shared/dates.ts';
import { type Fields, refundFields, tradeFields } from './fields.ts';
import type { NoticeQueue } from './notice-queue.ts';
import { encrypt, type PayParties, signedHeaders } from './signing.ts';
import type { RefundEntry, Trade, TradeStore } from './trade-store.ts';

export type SignedNotice = { headers: Record<string, string>; body: string };

export type NoticeParts = {
  parties: PayParties;
  store: TradeStore;
  queue: NoticeQueue;
  now: () => number;
  /**
   * Sends a notice to the merchant.
   * @returns the HTTP status
   */
  deliver(url: string, notice: SignedNotice): Promise<number>;
};

export type Notices = ReturnType<typeof payNotices>;

/** Notifies the merchant of payments and refunds until the merchant accepts each notice. */
export function payNotices({ parties, store, queue, now, deliver }: NoticeParts) {
  function notifyPayment(trade: Trade): void {
    const notice = noticeBody('TRANSACTION.SUCCESS', tradeFields(parties, trade), 'transaction');
    queue.enqueue({
      send: async () => isAccepted(await deliver(trade.notifyUrl, signNotice(notice))),
      onAccepted: () => void store.saveTrade({ ...(store.trade(trade.number) ?? trade), isTold: true }),
    });
  }

  function notifyRefund(refund: RefundEntry): void {
    const notice = noticeBody(`REFUND.${refund.state}`, refundNoticeFields(refund), 'refund');
    queue.enqueue({
      send: async () => isAccepted(await deliver(refund.notifyUrl, signNotice(notice))),
      onAccepted: () => void store.saveRefund({ ...(store.refund(refund.number) ?? refund), isTold: true }),
    });
  }

  /** Returns the body of a notice; tests pass a wrong `associatedData` or other fields. */
  function noticeBody(eventType: string, fields: Fields, associatedData: string): string {
    return JSON.stringify({
      id: `EV-${randomBytes(12).toString('hex')}`,
      create_time: toIso(new Date(now())),
      resource_type: 'encrypt-resource',
      event_type: eventType,
      summary: '支付沙箱通知',
      resource: { original_type: 'transaction', ...encrypt(parties, JSON.stringify(fields), associatedData) },
    });
  }

  const signNotice = (body: string): SignedNotice => ({
    body,
    headers: { 'content-type': 'application/json', ...signedHeaders(parties, body, now()) },
  });

  function refundNoticeFields(refund: RefundEntry): Fields {
    const { status, ...fields } = refundFields(store, refund);
    return { mchid: parties.merchantId, ...fields, refund_status: status };
  }

  /** Sends, after a restart, the notices that the merchant has not accepted yet. */
  function notifyPending(): void {
    for (const trade of store.trades()) if (trade.state === 'SUCCESS' && !trade.isTold) notifyPayment(trade);
    for (const refund of store.refunds())
      if (refund.state === 'SUCCESS' && refund.notifyUrl && !refund.isTold) notifyRefund(refund);
  }

  return {
    notifyPayment,
    notifyRefund,
    notifyPending,
    /** Returns the notice of a trade's payment as it would be sent; tests can change fields. */
    noticeOf(number: string, changes: Fields = {}, associatedData = 'transaction'): SignedNotice {
      const trade = store.trade(number);
      if (!trade) throw new Error(`no trade ${number}`);
      return signNotice(
        noticeBody('TRANSACTION.SUCCESS', { ...tradeFields(parties, trade), ...changes }, associatedData),
      );
    },
  };
}

const isAccepted = (status: number): boolean => status === 200 || status === 204;
