import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { StaffOrderDetail } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { call } from '../../../api.ts';
import { FenField } from '../../../parts/fen-field.tsx';
import { NoteDialog } from '../../../parts/note-dialog.tsx';
import { gatewayName } from '../words.ts';

/** Returns money of a paid order, all that is left or a part; the button says how much. */
export function RefundDialog({
  order,
  onClose,
  onDone,
}: {
  order: StaffOrderDetail;
  onClose: () => void;
  onDone: () => void;
}) {
  const left = order.amount - order.refundedAmount;
  const [amount, setAmount] = useState<number | null | undefined>(left);
  const isReady = typeof amount === 'number' && amount <= left;
  const submit = async (reason: string) => {
    if (!isReady) return;
    await call('POST /admin/order/refund', { body: { id: order.id, amount, reason } });
    toasts.success('退款已提交，渠道退回后会通知买家');
    onDone();
  };
  return (
    <NoteDialog
      title="退款"
      verb={isReady ? `退 ${formatFen(amount)}` : '退款'}
      warning={`钱经${gatewayName(order.gateway)}原路退回，提交后不能撤销。${
        isReady && amount === left ? '退完以后，买家不再能看买到的内容。' : ''
      }`}
      field={{ label: '退款原因', note: '买家会在订单里看到，也写进操作日志。', isNeeded: true }}
      isDanger
      isReady={isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      <FenField
        label="退款金额"
        note={
          typeof amount === 'number' && amount > left
            ? `最多能退 ${formatFen(left)}`
            : `可退 ${formatFen(left)}`
        }
        fen={left}
        onChange={setAmount}
      />
    </NoteDialog>
  );
}
