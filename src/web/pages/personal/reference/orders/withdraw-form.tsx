import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { Income } from '#features/ledger/schema.ts';
import { formatFen } from '#shared/money.ts';
import { readFen, writeYuan } from '#shared/yuan.ts';
import { Field, Input, Textarea } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { silent, useAct } from '../../../../parts/use-act.ts';
import { FormButtons } from '../../form-buttons.tsx';

type WithdrawFormProps = { income: Income; onDone: () => void; onCancel: () => void };

/** Asks for a payout. What the server refuses is said where it was asked. */
export function WithdrawForm({ income: { available, least }, onDone, onCancel }: WithdrawFormProps) {
  const [typed, setTyped] = useState(writeYuan(available));
  const [payee, setPayee] = useState('');
  const [isSent, setIsSent] = useState(false);
  const { isBusy, error, run } = useAct();
  const read = readFen(typed, { least: 1, most: Number.MAX_SAFE_INTEGER });
  const fen = 'fen' in read ? read.fen : null;
  const amountFault = faultOf('fault' in read ? read.fault : undefined, fen, available, least);
  const payeeFault = payee.trim() === '' ? '请写清收款人、开户行和账号，或支付宝账号' : undefined;

  function submit() {
    setIsSent(true);
    if (amountFault || payeeFault || fen === null) return;
    void run(async (call) => {
      await call('POST /member/requestWithdrawal', { body: { amount: fen, payee: payee.trim() }, ...silent });
      toasts.success('提现已申请，审核后打款');
      onDone();
    });
  }

  return (
    <SmallForm
      label="申请提现"
      error={error}
      onSubmit={submit}
      actions={<FormButtons label="申请提现" isBusy={isBusy} onCancel={onCancel} />}
    >
      <Field
        label="金额（元）"
        note={`可提现 ${formatFen(available)}，每次至少 ${formatFen(least)}`}
        error={isSent ? amountFault : null}
      >
        {(control) => (
          <Input
            {...control}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Field
        label="收款账户"
        note="户名要和本人一致；打款由编辑部财务人工办理"
        error={isSent ? payeeFault : null}
      >
        {(control) => (
          <Textarea
            {...control}
            name="payee"
            maxLength={200}
            placeholder="如：张三，招商银行上海分行，6225 8888 …"
            value={payee}
            onChange={({ target }) => setPayee(target.value)}
          />
        )}
      </Field>
    </SmallForm>
  );
}

function faultOf(
  misread: string | undefined,
  fen: number | null,
  available: number,
  least: number,
): string | undefined {
  if (misread) return misread.replace('价格', '金额');
  if (fen === null) return '请填写金额';
  if (fen < least) return `至少 ${formatFen(least)}`;
  return fen > available ? `最多 ${formatFen(available)}` : undefined;
}
