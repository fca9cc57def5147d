import { toasts } from '#client/toasts.ts';
import type { StaffRefund } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { call } from '../../../api.ts';
import { NoteDialog } from '../../../parts/note-dialog.tsx';
import { gatewayName } from '../words.ts';

export type RefundAct = 'approve' | 'reject' | 'retry' | 'abandon';

export const refundActs: Record<RefundAct, { verb: string; isDanger: boolean; done: string }> = {
  approve: { verb: '同意', isDanger: false, done: '已同意，钱正在原路退回' },
  reject: { verb: '拒绝', isDanger: true, done: '已拒绝，买家会收到原因' },
  retry: { verb: '重试', isDanger: false, done: '已重新提交给渠道' },
  abandon: { verb: '放弃', isDanger: true, done: '已放弃，订单恢复为已支付' },
};

/** Asks before a refund is decided about, and does it. */
export function RefundDecision({
  refund,
  act,
  onClose,
  onDone,
}: {
  refund: StaffRefund;
  act: RefundAct;
  onClose: () => void;
  onDone: () => void;
}) {
  const { verb, isDanger, done } = refundActs[act];
  const submit = async (note: string) => {
    const { id } = refund;
    if (act === 'retry') await call('POST /admin/refund/retry', { body: { id } });
    else if (act === 'approve') await call('POST /admin/refund/approve', { body: { id, note } });
    else if (act === 'reject') await call('POST /admin/refund/reject', { body: { id, note } });
    else await call('POST /admin/refund/abandon', { body: { id, note } });
    toasts.success(done);
    onDone();
  };
  return (
    <NoteDialog
      title={`${verb}退款`}
      verb={act === 'approve' ? `同意退 ${formatFen(refund.amount)}` : verb}
      warning={warningOf(refund, act)}
      field={act === 'retry' ? undefined : fieldOf(act)}
      isDanger={isDanger}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function warningOf({ orderTitle, amount, gateway, reason, error }: StaffRefund, act: RefundAct): string {
  const what = `“${orderTitle}”的 ${formatFen(amount)}`;
  if (act === 'approve') return `${what}将经${gatewayName(gateway)}原路退回，提交后不能撤销。`;
  if (act === 'reject') return `买家申请退回${what}${reason && `，原因是：${reason}`}。拒绝后订单不变。`;
  if (act === 'retry')
    return `${what}按原来的退款单号再提交一次，不会重复退款。${error && `上次渠道说：${error}`}`;
  return `${what}不再退回，订单恢复为已支付。请先确认钱没有从渠道退出去。`;
}

const fieldOf = (act: 'approve' | 'reject' | 'abandon') =>
  act === 'approve'
    ? { label: '说明（可不填）', note: '买家会看到。', isNeeded: false }
    : {
        label: act === 'reject' ? '拒绝原因' : '放弃原因',
        note: '买家会看到，也写进操作日志。',
        isNeeded: true,
      };
