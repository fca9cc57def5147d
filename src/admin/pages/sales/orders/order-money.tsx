import type { StaffOrderDetail } from '#features/orders/schema.ts';
import { formatFen, signedFen } from '#shared/money.ts';
import { showTime } from '../../../parts/show-time.ts';
import s from '../sales.module.css';
import { WordChip } from '../word-chip.tsx';
import {
  accountName,
  bookingKind,
  channelName,
  gatewayName,
  invoiceStates,
  paymentStates,
  refundKinds,
  refundStates,
} from '../words.ts';

/** What was paid for an order, what went back, its invoice, and what was booked. */
export function OrderMoney({ order }: { order: StaffOrderDetail }) {
  const { payments, refunds, invoice, entries } = order;
  return (
    <>
      <section className={s.part} aria-label="支付记录">
        <h3>支付记录</h3>
        {payments.length === 0 && <p className={s.quiet}>还没有发起过支付。</p>}
        <ul className={s.lines}>
          {payments.map((payment) => (
            <li key={payment.id}>
              <span>
                {gatewayName(payment.gateway)} {channelName(payment.channel)}{' '}
                <WordChip {...paymentStates[payment.state]} />
                {payment.isSurplus && <WordChip label="多付" tone="warn" />}
              </span>
              <span className={s.money}>{formatFen(payment.amount)}</span>
              <span className={s.small}>
                {showTime(payment.succeededAt ?? payment.createdAt)} · {payment.tradeNumber}
                {payment.gatewayNumber && ` · 渠道单号 ${payment.gatewayNumber}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {refunds.length > 0 && (
        <section className={s.part} aria-label="退款">
          <h3>退款</h3>
          <ul className={s.lines}>
            {refunds.map((refund) => (
              <li key={refund.id}>
                <span>
                  {refundKinds[refund.kind]} <WordChip {...refundStates[refund.state]} />
                  {refund.reason && <span className={s.small}>原因：{refund.reason}</span>}
                  {refund.note && <span className={s.small}>答复：{refund.note}</span>}
                  {refund.error && <span className={s.small}>渠道：{refund.error}</span>}
                </span>
                <span className={s.money}>{formatFen(refund.amount)}</span>
                <span className={s.small}>
                  {showTime(refund.finishedAt ?? refund.createdAt)} · {refund.number}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {invoice && (
        <section className={s.part} aria-label="发票">
          <h3>发票</h3>
          <p>
            {invoice.title} <WordChip {...invoiceStates[invoice.state]} />
            <span className={s.small}>
              {[invoice.taxNumber, invoice.email, invoice.note].filter(Boolean).join(' · ')}
            </span>
          </p>
        </section>
      )}
      {entries.length > 0 && (
        <section className={s.part} aria-label="分录">
          <h3>分录</h3>
          <p className={s.quiet}>正数是我们有的，负数是我们欠的或挣的，合计为零。</p>
          <ul className={s.lines}>
            {entries.map((entry, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name and are never reordered
              <li key={at}>
                <span>
                  {entry.account === `author:${order.authorId}`
                    ? `作者 ${order.authorName}`
                    : accountName(entry.account)}
                  <span className={s.small}>
                    {bookingKind(entry.kind)} · {showTime(entry.bookedAt)}
                  </span>
                </span>
                <span className={s.money}>{signedFen(entry.amount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
