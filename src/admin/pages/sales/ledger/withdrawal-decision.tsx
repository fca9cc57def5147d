import { toasts } from '#client/toasts.ts';
import type { StaffWithdrawal } from '#features/ledger/schema.ts';
import { formatFen } from '#shared/money.ts';
import { call } from '../../../api.ts';
import { NoteDialog } from '../../../parts/note-dialog.tsx';

export type WithdrawalAct = 'approve' | 'reject' | 'pay';

export const withdrawalActs: Record<WithdrawalAct, { verb: string; done: string }> = {
  approve: { verb: '同意', done: '已同意，等待打款' },
  reject: { verb: '拒绝', done: '已拒绝，作者会收到原因' },
  pay: { verb: '已打款', done: '已记下这笔打款' },
};

const fieldOf: Record<WithdrawalAct, { label: string; note: string; isNeeded: boolean }> = {
  approve: { label: '说明（可不填）', note: '作者会看到。', isNeeded: false },
  reject: { label: '拒绝原因', note: '作者会看到，也写进操作日志。', isNeeded: true },
  pay: { label: '打款凭证号', note: '银行流水号等，作者会看到。', isNeeded: true },
};

/** Asks before a payout is decided about, and does it. */
export function WithdrawalDecision({
  withdrawal,
  act,
  onClose,
  onDone,
}: {
  withdrawal: StaffWithdrawal;
  act: WithdrawalAct;
  onClose: () => void;
  onDone: () => void;
}) {
  const submit = async (note: string) => {
    const body = { id: withdrawal.id, note };
    if (act === 'approve') await call('POST /admin/withdrawal/approve', { body });
    else if (act === 'reject') await call('POST /admin/withdrawal/reject', { body });
    else await call('POST /admin/withdrawal/pay', { body });
    toasts.success(withdrawalActs[act].done);
    onDone();
  };
  return (
    <NoteDialog
      title={act === 'pay' ? '记下打款' : `${withdrawalActs[act].verb}提现`}
      verb={act === 'approve' ? `同意付 ${formatFen(withdrawal.amount)}` : withdrawalActs[act].verb}
      warning={warningOf(withdrawal, act)}
      field={fieldOf[act]}
      isDanger={act === 'reject'}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function warningOf({ authorName, amount, payee, state }: StaffWithdrawal, act: WithdrawalAct): string {
  const what = `${authorName}的 ${formatFen(amount)}`;
  if (act === 'approve') return `${what}从作者账户转到待打款，收款账户：${payee}`;
  if (act === 'pay') return `确认${what}已经付到：${payee}。记下以后不能撤销。`;
  return state === 'approved' ? `${what}不再打款，退回作者账户。` : `不同意支付${what}，作者账户不变。`;
}
