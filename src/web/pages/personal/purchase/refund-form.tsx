import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { OrderDetail } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { Field, Textarea } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { silent, useAct } from '../../../parts/use-act.ts';
import { FormButtons } from '../form-buttons.tsx';

type FormProps = { order: OrderDetail; onDone: (order: OrderDetail) => void; onCancel: () => void };

/** Asks for the money of an order back, with a reason. */
export function RefundForm({ order, onDone, onCancel }: FormProps) {
  const { isBusy, error, run, fail } = useAct();
  const [reason, setReason] = useState('');
  const send = () => {
    if (reason.trim() === '') return fail('请写明退款原因');
    void run(async (call) => {
      onDone(
        await call('POST /member/requestRefund', {
          body: { id: order.id, reason: reason.trim() },
          ...silent,
        }),
      );
      toasts.success('退款申请已提交');
    });
  };
  return (
    <SmallForm
      label="申请退款"
      onSubmit={send}
      error={error}
      actions={<FormButtons label="提交申请" tone="accent" isBusy={isBusy} onCancel={onCancel} />}
    >
      <Field
        label="退款原因"
        hint={`可退 ${formatFen(order.refundable.amount)}，原路退回`}
        note="退款后，买到的内容不再可读。"
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
