import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { Below } from '#admin/parts/list/data-table.tsx';
import {
  channelName,
  invoiceStates,
  paymentStates,
  refundKinds,
  refundStates,
} from '#admin/parts/sales/labels.ts';
import { type Line, Lines } from '#admin/parts/sales/lines.tsx';
import { StateChip } from '#admin/parts/sales/state-chip.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { refundedAfterInvoice } from '#shared/invoices.ts';
import { accountName, bookingKind, gatewayName } from '#shared/ledger-names.ts';
import { formatFen, signedFen } from '#shared/money.ts';
import type { AdminOrderDetail } from '../../schema.ts';

/** Payments, refunds, invoice and bookings of an order. */
export function OrderMoney({ order }: { order: AdminOrderDetail }) {
  const { payments, refunds, invoice, entries } = order;
  return (
    <>
      <Section title="支付记录">
        {payments.length === 0 && <Quiet>还没有发起过支付。</Quiet>}
        <Lines lines={payments.map(paymentLine)} />
      </Section>
      {refunds.length > 0 && (
        <Section title="退款">
          <Lines lines={refunds.map(refundLine)} />
        </Section>
      )}
      {invoice && (
        <Section title="发票">
          <p>
            {invoice.title} <StateChip {...invoiceStates[invoice.state]} />
            <Below>
              {[
                invoice.number && `号码 ${invoice.number}`,
                invoice.amount !== null && formatFen(invoice.amount),
                invoice.taxNumber,
                invoice.email,
                invoice.note,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Below>
            {refundedAfterInvoice(order, invoice) > 0 && <Below>开票后有退款，这张发票要红冲。</Below>}
          </p>
        </Section>
      )}
      {entries.length > 0 && (
        <Section title="分录">
          <Quiet>正数是我们有的，负数是我们欠的或挣的，合计为零。</Quiet>
          <Lines lines={entries.map((entry, index) => entryLine(order, entry, index))} />
        </Section>
      )}
    </>
  );
}

const paymentLine = (payment: AdminOrderDetail['payments'][number]): Line => ({
  key: payment.id,
  what: (
    <>
      {gatewayName(payment.gateway)} {channelName(payment.channel)}{' '}
      <StateChip {...paymentStates[payment.state]} />
      {payment.isSurplus && <StateChip label="多付" tone="warn" />}
    </>
  ),
  below: [
    `${showTime(payment.succeededAt ?? payment.createdAt)} · ${payment.tradeNumber}`,
    payment.gatewayNumber ? `渠道单号 ${payment.gatewayNumber}` : '',
  ],
  amount: formatFen(payment.amount),
});

const refundLine = (refund: AdminOrderDetail['refunds'][number]): Line => ({
  key: refund.id,
  what: (
    <>
      {refundKinds[refund.kind]} <StateChip {...refundStates[refund.state]} />
    </>
  ),
  below: [
    refund.reason && `原因：${refund.reason}`,
    refund.note && `答复：${refund.note}`,
    refund.error && `渠道：${refund.error}`,
    `${showTime(refund.finishedAt ?? refund.createdAt)} · ${refund.number}`,
  ],
  amount: formatFen(refund.amount),
});

const entryLine = (
  { authorName }: AdminOrderDetail,
  { account, kind, bookedAt, amount }: AdminOrderDetail['entries'][number],
  index: number,
): Line => ({
  key: String(index),
  what: accountName(account, authorName),
  below: [`${bookingKind(kind)} · ${showTime(bookedAt)}`],
  amount: signedFen(amount),
});
