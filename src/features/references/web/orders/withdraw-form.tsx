import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { Income } from '#features/ledger/schema.ts';
import { formatFen } from '#shared/money.ts';
import { readFen, writeYuan } from '#shared/yuan.ts';
import { Field, Input, Textarea } from '#ui/controls/field.tsx';
import { SmallForm } from '#ui/controls/form-parts.tsx';
import { FormButtons } from '#web/parts/personal/form-buttons.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';

type WithdrawFormProps = { income: Income; onDone: () => void; onCancel: () => void };

/** Requests a withdrawal. Shows the server's refusal in the form. */
export function WithdrawForm({
  income: { available, least: minAmount },
  onDone,
  onCancel,
}: WithdrawFormProps) {
  const [typed, setTyped] = useState(writeYuan(available));
  const [payee, setPayee] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { isBusy, error, run } = useAction();
  const parsed = readFen(typed, { min: 1, max: Number.MAX_SAFE_INTEGER, name: '金额' });
  const fen = 'fen' in parsed ? parsed.fen : null;
  const amountError = checkAmount('fault' in parsed ? parsed.fault : undefined, fen, available, minAmount);
  const payeeError = payee.trim() === '' ? '请写清收款人、开户行和账号，或支付宝账号' : undefined;

  function submit() {
    setIsSubmitted(true);
    if (amountError || payeeError || fen === null) return;
    void run(
      async (call) => {
        await call('POST /member/requestWithdrawal', {
          body: { amount: fen, payee: payee.trim() },
          ...silent,
        });
        toasts.success('提现已申请，审核后打款');
        onDone();
      },
      { hasMask: true },
    );
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
        note={`可提现 ${formatFen(available)}，每次至少 ${formatFen(minAmount)}`}
        error={isSubmitted ? amountError : null}
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
        error={isSubmitted ? payeeError : null}
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

function checkAmount(
  parseError: string | undefined,
  fen: number | null,
  available: number,
  minAmount: number,
): string | undefined {
  if (parseError) return parseError;
  if (fen === null) return '请填写金额';
  if (fen < minAmount) return `至少 ${formatFen(minAmount)}`;
  return fen > available ? `最多 ${formatFen(available)}` : undefined;
}
