import { Checkbox, Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { StaffPlan } from '#features/memberships/schema.ts';
import { call } from '../../../api.ts';
import { FenField } from '../../../parts/fen-field.tsx';
import { Field } from '../../../parts/field.tsx';
import s from '../sales.module.css';
import { PeriodField, type Span } from './period-field.tsx';
import { TargetField } from './target-field.tsx';

/** Makes a plan, or changes one; what it is of and whether it is a trial stay as they are. */
export function PlanDialog({
  plan,
  onClose,
  onDone,
}: {
  plan: StaffPlan | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const [scope, setScope] = useState<StaffPlan['scope']>(plan?.scope ?? 'vip');
  const [columnId, setColumnId] = useState(plan?.columnId ?? null);
  const [name, setName] = useState(plan?.name ?? '');
  const [span, setSpan] = useState<Span>({ months: plan ? plan.months : 1, days: plan?.days ?? null });
  const [price, setPrice] = useState<number | null | undefined>(plan?.price ?? null);
  const [firstPrice, setFirstPrice] = useState<number | null | undefined>(plan?.firstPrice ?? null);
  const [isTrial, setIsTrial] = useState(plan?.isTrial ?? false);
  const [isActive, setIsActive] = useState(plan?.isActive ?? true);
  const [listOrder, setListOrder] = useState(plan?.listOrder ?? 0);
  const [isBusy, setIsBusy] = useState(false);
  const isReady =
    name.trim() !== '' &&
    typeof price === 'number' &&
    firstPrice !== undefined &&
    (scope === 'vip' || columnId !== null);
  const save = async () => {
    if (typeof price !== 'number' || firstPrice === undefined) return;
    setIsBusy(true);
    try {
      await call('POST /admin/plan/save', {
        body: {
          ...(plan && { id: plan.id }),
          scope,
          columnId: scope === 'vip' ? null : columnId,
          name: name.trim(),
          ...span,
          price,
          firstPrice: isTrial ? null : firstPrice,
          isTrial,
          isActive,
          listOrder,
        },
      });
      toasts.success('套餐已保存，读者的页面已更新');
      onDone();
    } catch {
      // The person has been told in an alert; what they wrote stays.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title={plan ? `修改套餐“${plan.name}”` : '新建套餐'}
      okText="保存"
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      width={520}
    >
      <div className={s.form}>
        <div className={s.pair}>
          <Field label="类型">
            {(id) => (
              <Select
                id={id}
                disabled={plan !== undefined}
                options={[
                  { value: 'vip', label: 'VIP' },
                  { value: 'column', label: '栏目订阅' },
                ]}
                value={scope}
                onChange={setScope}
              />
            )}
          </Field>
          {scope === 'column' && (
            <TargetField
              scope="column"
              value={columnId}
              isFixed={plan !== undefined}
              onChange={setColumnId}
            />
          )}
        </div>
        <Field label="名称">
          {(id) => (
            <Input id={id} value={name} maxLength={30} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <PeriodField span={span} mostDays={366} onChange={setSpan} />
        <div className={s.pair}>
          <FenField label="价格" fen={price ?? null} onChange={setPrice} />
          {!isTrial && (
            <FenField
              label="首次价格"
              note="给没有开通过的人；不填就没有。"
              fen={firstPrice ?? null}
              onChange={setFirstPrice}
            />
          )}
        </div>
        <Field label="排序" note="数字小的排在前面。">
          {(id, noteId) => (
            <InputNumber
              id={id}
              aria-describedby={noteId}
              min={0}
              max={999_999_999}
              precision={0}
              value={listOrder}
              onChange={(value) => setListOrder(value ?? 0)}
            />
          )}
        </Field>
        <div className={s.acts}>
          <Checkbox
            checked={isTrial}
            disabled={plan !== undefined}
            onChange={({ target }) => setIsTrial(target.checked)}
          >
            体验套餐（每人限一次）
          </Checkbox>
          <Checkbox checked={isActive} onChange={({ target }) => setIsActive(target.checked)}>
            在售
          </Checkbox>
        </div>
      </div>
    </Modal>
  );
}
