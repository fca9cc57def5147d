import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { refundedAfterInvoice } from '#shared/invoices.ts';
import { formatFen } from '#shared/money.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field, Textarea } from '#ui/controls/field.tsx';
import { FormError, SmallForm } from '#ui/controls/form-parts.tsx';
import { StateLabel } from '#ui/display/tag.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { useClient } from '#web/client-context.ts';
import { downloadFile } from '#web/parts/download-file.ts';
import { GiftCode } from '#web/parts/pay/paid-order.tsx';
import { openPayDialog } from '#web/parts/pay/pay-request.ts';
import { Receipt } from '#web/parts/pay/receipt.tsx';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useLoad } from '#web/parts/use-load.ts';
import type { Invoice, OrderDetail } from '../schema.ts';
import { InvoiceForm } from './invoice-form.tsx';
import { describeOrderState, describeRefund, gatewayName } from './order-labels.ts';

export function OrderDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useClient();
  const {
    data: order,
    error,
    retry,
    change,
  } = useLoad(id, () => client().call('GET /member/order', { query: { id }, ...silent }));
  return (
    <Dialog open onClose={onClose} title="订单详情" width={560}>
      {order ? (
        <OrderContent order={order} onChange={(changed) => change(() => changed)} onLeave={onClose} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : (
        <p role="status">正在取订单 …</p>
      )}
    </Dialog>
  );
}

type OrderContentProps = { order: OrderDetail; onChange: (order: OrderDetail) => void; onLeave: () => void };

function OrderContent({ order, onChange, onLeave }: OrderContentProps) {
  const [form, setForm] = useState<'refund' | 'invoice'>();
  const { isBusy, error, run } = useAction();
  const { canPay, canCancel, canInvoice, refundable, invoice } = order;
  const onUpdated = (changed: OrderDetail) => {
    setForm(undefined);
    onChange(changed);
  };
  const cancel = () =>
    run(async (call) => {
      await call('POST /member/cancelOrder', { body: { id: order.id }, ...silent });
      onUpdated(await call('GET /member/order', { query: { id: order.id }, ...silent }));
    });
  return (
    <>
      <Receipt rows={receiptRows(order)} />
      {order.gift && (order.gift.redeemedAt ? <p>兑换码已被使用。</p> : <GiftCode code={order.gift.code} />)}
      {error && <p role="alert">{error}</p>}
      {form === 'refund' && (
        <RefundForm order={order} onDone={onUpdated} onCancel={() => setForm(undefined)} />
      )}
      {form === 'invoice' && (
        <InvoiceForm order={order} onDone={onUpdated} onCancel={() => setForm(undefined)} />
      )}
      {!form && (
        <p>
          {canPay && (
            <Button
              tone="accent"
              onClick={() => {
                onLeave();
                openPayDialog({ preselected: order.kind, orderId: order.id });
              }}
            >
              继续支付
            </Button>
          )}{' '}
          {canCancel && (
            <Button busy={isBusy} onClick={() => void cancel()}>
              取消订单
            </Button>
          )}{' '}
          {canInvoice && <Button onClick={() => setForm('invoice')}>开发票</Button>}{' '}
          {invoice?.hasFile && <InvoiceFile orderId={order.id} number={order.number} />}{' '}
          {refundable.isAllowed && <Button onClick={() => setForm('refund')}>申请退款</Button>}
        </p>
      )}
      {!refundable.isAllowed && order.state === 'paid' && refundable.why && <p>{refundable.why}</p>}
    </>
  );
}

function receiptRows(order: OrderDetail) {
  const state = describeOrderState(order);
  const time = (iso: string) => iso.slice(0, 16).replace('T', ' ');
  return [
    { label: '内容', value: order.title },
    { label: '状态', value: <StateLabel tone={state.tone}>{state.label}</StateLabel> },
    { label: order.isVipPrice ? 'VIP 价' : '标价', value: formatFen(order.listPrice) },
    ...(order.discount > 0 ? [{ label: '优惠', value: `−${formatFen(order.discount)}` }] : []),
    { label: '实付', value: order.paidAt ? formatFen(order.amount) : '—' },
    ...(order.refundedAmount > 0 ? [{ label: '已退款', value: formatFen(order.refundedAmount) }] : []),
    { label: '支付方式', value: gatewayName(order.gateway) },
    { label: '下单时间', value: time(order.createdAt) },
    ...(order.paidAt ? [{ label: '支付时间', value: time(order.paidAt) }] : []),
    ...(order.endsAt ? [{ label: '有效期至', value: time(order.endsAt) }] : []),
    { label: '订单号', value: <span className="fig">{order.number}</span> },
    ...order.refunds.map((refund) => ({
      label: `退款 ${formatFen(refund.amount)}`,
      value: `${describeRefund(refund)}${refund.note ? `：${refund.note}` : ''}`,
    })),
    ...(order.invoice
      ? [
          {
            label: '发票',
            value: describeInvoice(order, order.invoice),
          },
        ]
      : []),
  ];
}

function describeInvoice(order: OrderDetail, invoice: Invoice): string {
  const { state, number, amount, note } = invoice;
  const facts = [
    number && `号码 ${number}`,
    amount !== null && formatFen(amount),
    refundedAfterInvoice(order, invoice) > 0 && '开票后有退款，这张发票会被红冲',
  ];
  return `${[invoiceStateNames[state], ...facts].filter(Boolean).join('，')}${note ? `：${note}` : ''}`;
}

const invoiceStateNames = { requested: '已申请，等待开具', issued: '已开具', rejected: '没有开具' } as const;

/** The issued invoice, as a file to download. */
function InvoiceFile({ orderId, number }: { orderId: string; number: string }) {
  const client = useClient();
  const { isBusy, error, run } = useAction();
  const fetchFile = () =>
    run(async () => {
      const file = await client().download('GET /member/downloadInvoice', {
        query: { id: orderId },
        ...silent,
      });
      downloadFile(file.bytes, file.name ?? `发票-${number}.pdf`, file.type || 'application/pdf');
    });
  return (
    <>
      <Button busy={isBusy} onClick={() => void fetchFile()}>
        下载发票
      </Button>
      {error && <FormError>{error}</FormError>}
    </>
  );
}

type FormProps = { order: OrderDetail; onDone: (order: OrderDetail) => void; onCancel: () => void };

/** Requests a refund of an order, with a reason. */
function RefundForm({ order, onDone, onCancel }: FormProps) {
  const { isBusy, error, run, setError } = useAction();
  const [reason, setReason] = useState('');
  const send = () => {
    if (reason.trim() === '') return setError('请写明退款原因');
    void run(
      async (call) => {
        onDone(
          await call('POST /member/requestRefund', {
            body: { id: order.id, reason: reason.trim() },
            ...silent,
          }),
        );
        toasts.success('退款申请已提交');
      },
      { hasMask: true },
    );
  };
  return (
    <SmallForm
      label="申请退款"
      record={order.id}
      onSubmit={send}
      error={error}
      actions={<FormButtons label="提交申请" tone="accent" isBusy={isBusy} onCancel={onCancel} />}
    >
      <Field
        label="退款原因"
        hint={`可退 ${formatFen(order.refundable.amount)}，原路退回`}
        note={`退款后，买到的内容不再可读。${order.invoice?.state === 'issued' ? '已开的发票会被红冲，不能再用来报销。' : ''}`}
      >
        {(control) => (
          <Textarea
            {...control}
            name="reason"
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </SmallForm>
  );
}
