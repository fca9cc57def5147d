import { Form } from 'antd';
import { CheckItem, FenItem, TextAreaItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { gatewayName } from '#shared/ledger-names.ts';
import { formatFen } from '#shared/money.ts';
import { type AdminOrderDetail, refundInput } from '../../schema.ts';

/** Refunds a paid order, fully or partly; the button shows the amount. */
export function RefundDialog({ order, onClose }: { order: AdminOrderDetail; onClose: () => void }) {
  const remaining = order.amount - order.refundedAmount;
  const isInvoiced = order.invoice?.state === 'issued';
  const save = useSave('POST /admin/order/refund', {
    schema: refundInput,
    initial: { amount: remaining, reason: '', afterInvoice: false },
    toBody: ({ afterInvoice, ...values }) => ({
      id: order.id,
      ...values,
      ...(isInvoiced && { afterInvoice }),
    }),
    done: '退款已提交，渠道退回后会通知买家',
    onSaved: onClose,
  });
  const { amount = remaining }: { amount?: unknown } = Form.useWatch([], save.form) ?? {};
  return (
    <FormDialog
      save={save}
      title="退款"
      okText={typeof amount === 'number' ? `退 ${formatFen(amount)}` : '退款'}
      isDanger
      width={460}
      onClose={onClose}
    >
      <p>
        钱经{gatewayName(order.gateway)}原路退回，提交后不能撤销。
        {amount === remaining && '退完以后，买家不再能看买到的内容。'}
      </p>
      <FenItem
        name="amount"
        label="退款金额"
        note={`可退 ${formatFen(remaining)}`}
        range={{ min: 1, max: remaining }}
      />
      {isInvoiced && (
        <CheckItem
          name="afterInvoice"
          mustCheck="请确认会红冲发票"
          note="退款后，买家手里的发票就和付的钱对不上了，要在开票的系统里红冲。"
        >
          这笔订单已开发票{order.invoice?.number && ` ${order.invoice.number}`}，我会红冲它
        </CheckItem>
      )}
      <TextAreaItem name="reason" label="退款原因" note="买家会在订单里看到，也写进操作日志。" />
    </FormDialog>
  );
}
