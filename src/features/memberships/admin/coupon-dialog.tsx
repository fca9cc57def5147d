import { Form, Input, Select } from 'antd';
import { FenItem, Item, MomentItem, TextItem } from '#admin/parts/form/items.tsx';
import { NumberInput } from '#admin/parts/form/number-input.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { Pair } from '#admin/parts/layout/page.tsx';
import { orderKinds, toOptions } from '#admin/parts/sales/labels.ts';
import { type Coupon, couponInput } from '../schema.ts';
import { TargetItem } from './target-item.tsx';

const toInitialValues = (coupon: Coupon | undefined) => ({
  code: coupon?.code ?? '',
  name: coupon?.name ?? '',
  way: coupon && coupon.percentOff !== null ? 'percent' : 'amount',
  amountOff: coupon?.amountOff ?? null,
  percentOff: coupon?.percentOff ?? 10,
  leastPrice: coupon?.leastPrice || null,
  scope: coupon?.scope ?? 'all',
  targetId: coupon?.targetId ?? null,
  startsAt: coupon?.startsAt ?? null,
  endsAt: coupon?.endsAt ?? null,
  totalLimit: coupon?.totalLimit ?? null,
  memberLimit: coupon?.memberLimit ?? 1,
});
type Values = ReturnType<typeof toInitialValues>;

const toBody = (
  coupon: Coupon | undefined,
  { way, amountOff, percentOff, leastPrice, scope, targetId, startsAt, ...values }: Values,
) => ({
  ...values,
  ...(coupon && { id: coupon.id }),
  amountOff: way === 'percent' ? null : amountOff,
  percentOff: way === 'percent' ? percentOff : null,
  leastPrice: leastPrice ?? 0,
  scope,
  targetId: scope === 'all' ? null : targetId,
  ...(startsAt && { startsAt }),
  isActive: coupon?.isActive ?? true,
});

export function CouponDialog({ coupon, onClose }: { coupon: Coupon | undefined; onClose: () => void }) {
  const save = useSave('POST /admin/coupon/save', {
    schema: couponInput,
    initial: toInitialValues(coupon),
    toBody: (values) => toBody(coupon, values),
    done: '优惠券已保存',
    onSaved: onClose,
  });
  const { way, scope } = Form.useWatch([], save.form) ?? save.initial;
  return (
    <FormDialog
      save={save}
      title={coupon ? `修改优惠券“${coupon.name}”` : '新建优惠券'}
      width={560}
      onClose={onClose}
    >
      <Pair>
        <Item
          name="code"
          label="优惠码"
          note="4 到 20 位字母或数字，不分大小写。"
          normalize={(typed: string) => typed.toUpperCase()}
        >
          <Input maxLength={20} />
        </Item>
        <TextItem name="name" label="名称" note="买家在订单里看到。" />
        <Item name="way" label="优惠方式">
          <Select options={toOptions({ amount: '减金额', percent: '减百分比' })} />
        </Item>
        {way === 'percent' ? (
          <Item
            name="percentOff"
            label="减免百分比"
            note="10 就是打九折。"
            rules={[{ required: true, message: '请填写减免百分比' }]}
          >
            <NumberInput precision={0} />
          </Item>
        ) : (
          <FenItem name="amountOff" label="减免金额" />
        )}
        <FenItem name="leastPrice" label="最低金额" note="不填就不限。" isOptional />
        <Item name="scope" label="适用范围">
          <Select
            options={toOptions({ all: '全部', ...orderKinds })}
            onChange={() => save.form.setFieldValue('targetId', null)}
          />
        </Item>
        {scope !== 'all' && <TargetItem name="targetId" scope={scope} isOptional />}
        <MomentItem name="startsAt" label="开始" empty="现在" />
        <MomentItem name="endsAt" label="结束" empty="不限" />
        <Item name="totalLimit" label="总次数">
          <NumberInput precision={0} placeholder="不限" />
        </Item>
        <Item name="memberLimit" label="每人次数">
          <NumberInput precision={0} />
        </Item>
      </Pair>
    </FormDialog>
  );
}
