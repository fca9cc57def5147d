import { Form, Select } from 'antd';
import { CheckItem, FenItem, Item, TextItem } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Pair, Row } from '#admin/parts/layout/page.tsx';
import { type AdminPlan, planInput } from '../schema.ts';
import { type Period, PeriodItem } from './period-item.tsx';
import { TargetItem } from './target-item.tsx';

const emptyPlan = {
  scope: 'vip' as AdminPlan['scope'],
  columnId: null as string | null,
  name: '',
  period: { months: 1, days: null } as Period,
  price: null as number | null,
  firstPrice: null as number | null,
  isTrial: false,
  isActive: true,
  listOrder: 0,
};

/** Creates or edits a plan. An existing plan's target and trial flag cannot be changed. */
export function PlanDialog({ plan, onClose }: { plan: AdminPlan | undefined; onClose: () => void }) {
  const save = useSave('POST /admin/plan/save', {
    schema: planInput,
    initial: plan ? { ...plan, period: { months: plan.months, days: plan.days } } : emptyPlan,
    toBody: ({ columnId, firstPrice, price, period, ...values }) => ({
      ...values,
      ...period,
      columnId: values.scope === 'vip' ? null : columnId,
      price: price as number,
      firstPrice: values.isTrial ? null : firstPrice,
    }),
    done: '套餐已保存，读者的页面已更新',
    onSaved: onClose,
  });
  const scope = Form.useWatch('scope', save.form) ?? save.initial.scope;
  const isTrial = Form.useWatch('isTrial', save.form) ?? save.initial.isTrial;
  return (
    <FormDialog save={save} title={plan ? `修改套餐“${plan.name}”` : '新建套餐'} onClose={onClose}>
      <Pair>
        <Item name="scope" label="类型">
          <Select
            disabled={plan !== undefined}
            options={[
              { value: 'vip', label: 'VIP' },
              { value: 'column', label: '栏目订阅' },
            ]}
          />
        </Item>
        {scope === 'column' && <TargetItem scope="column" name="columnId" isFixed={plan !== undefined} />}
      </Pair>
      <TextItem name="name" label="名称" />
      <PeriodItem maxDays={366} />
      <Pair>
        <FenItem name="price" label="价格" />
        {!isTrial && (
          <FenItem name="firstPrice" label="首次价格" note="给没有开通过的人；不填就没有。" isOptional />
        )}
      </Pair>
      <Item name="listOrder" label="排序" note="数字大的排在前面。">
        <NumberInput precision={0} />
      </Item>
      <Row>
        <CheckItem name="isTrial" isDisabled={plan !== undefined}>
          体验套餐（每人限一次）
        </CheckItem>
        <CheckItem name="isActive">在售</CheckItem>
      </Row>
    </FormDialog>
  );
}
