import { Form, Select } from 'antd';
import { DayItem, Item, TextItem } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Pair } from '#admin/parts/layout/page.tsx';
import { orderKinds, toOptions } from '#admin/parts/sales/labels.ts';
import { dayOf } from '#shared/dates.ts';
import { batchInput, type RedeemBatch } from '../schema.ts';
import type { CreatedCodes } from './created-codes-dialog.tsx';
import { type Period, PeriodItem } from './period-item.tsx';
import { TargetItem } from './target-item.tsx';

const emptyBatch = {
  name: '',
  scope: 'vip' as RedeemBatch['scope'],
  targetId: null as string | null,
  period: { months: 1, days: null } as Period,
  count: 10,
  expiresAt: null as string | null,
};

/** Creates a batch of redeem codes: what they give, and how many. */
export function BatchDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (created: CreatedCodes) => void;
}) {
  const save = useSave('POST /admin/redeem/create', {
    schema: batchInput,
    initial: emptyBatch,
    toBody: ({ period, targetId, ...values }) => ({
      ...values,
      targetId: values.scope === 'vip' ? null : targetId,
      ...(values.scope === 'post' ? { months: null, days: null } : period),
    }),
    onSaved: ({ codes }, { name }) => onCreated({ name: name.trim(), codes }),
  });
  const { scope, count } = Form.useWatch([], save.form) ?? save.initial;
  return (
    <FormDialog save={save} title="生成兑换码" okText={`生成 ${count ?? ''} 个`} onClose={onClose}>
      <TextItem name="name" label="名称" note="只有编辑部看得到，如“年会礼品”。" />
      <Pair>
        <Item name="scope" label="给什么">
          <Select
            options={toOptions(orderKinds)}
            onChange={() => save.form.setFieldValue('targetId', null)}
          />
        </Item>
        {scope !== 'vip' && <TargetItem name="targetId" scope={scope} />}
      </Pair>
      {scope !== 'post' && <PeriodItem maxDays={3660} />}
      <Pair>
        <Item name="count" label="数量">
          <NumberInput precision={0} />
        </Item>
        <DayItem name="expiresAt" label="兑换期限" empty="不限" min={dayOf(new Date())} />
      </Pair>
    </FormDialog>
  );
}
