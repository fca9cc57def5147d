import { Select } from 'antd';
import { DayItem, Item } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { toasts } from '#client/toasts.ts';
import { type Reconciliation, runBody } from '#features/payments/schema.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { gatewayOptions } from '#shared/ledger-names.ts';

type Day = Pick<Reconciliation, 'gateway' | 'day'>;

/** Reconciles a day of a gateway with its bill now; `of` is an earlier reconciliation to repeat. */
export function ReconcileDialog({
  comparedDay,
  onClose,
}: {
  comparedDay?: Day | undefined;
  onClose: () => void;
}) {
  const yesterday = dayOf(new Date(Date.now() - dayMs));
  const save = useSave('POST /admin/reconciliation/run', {
    schema: runBody,
    initial: { gateway: comparedDay?.gateway, day: comparedDay?.day ?? yesterday },
    toBody: (values) => values as Day,
    onSaved: (result) => {
      showResult(result);
      onClose();
    },
  });
  return (
    <FormDialog save={save} title="对一天的账" okText="对账" width={420} onClose={onClose}>
      <Item name="gateway" label="渠道" rules={[{ required: true, message: '请选择渠道' }]}>
        <Select placeholder="选择渠道" options={gatewayOptions} />
      </Item>
      <DayItem name="day" label="账单日" max={yesterday} />
    </FormDialog>
  );
}

function showResult({ day, state }: Reconciliation): void {
  if (state === 'equal') toasts.success(`${day} 账单一致`);
  else toasts.error(`${day} ${state === 'failed' ? '对账没有完成' : '账单有差异'}`);
}
