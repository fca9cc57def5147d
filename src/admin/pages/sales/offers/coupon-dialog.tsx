import { DatePicker, Input, InputNumber, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { Coupon } from '#features/memberships/schema.ts';
import { call } from '../../../api.ts';
import { FenField } from '../../../parts/fen-field.tsx';
import { Field } from '../../../parts/field.tsx';
import s from '../sales.module.css';
import { TargetField } from './target-field.tsx';

/** Makes a coupon, or changes one. */
export function CouponDialog({
  coupon,
  onClose,
  onDone,
}: {
  coupon: Coupon | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const [code, setCode] = useState(coupon?.code ?? '');
  const [name, setName] = useState(coupon?.name ?? '');
  const [isPercent, setIsPercent] = useState(coupon !== undefined && coupon.percentOff !== null);
  const [amountOff, setAmountOff] = useState<number | null | undefined>(coupon?.amountOff ?? null);
  const [percentOff, setPercentOff] = useState<number | null>(coupon?.percentOff ?? 10);
  const [leastPrice, setLeastPrice] = useState<number | null | undefined>(coupon?.leastPrice || null);
  const [scope, setScope] = useState<Coupon['scope']>(coupon?.scope ?? 'all');
  const [targetId, setTargetId] = useState(coupon?.targetId ?? null);
  const [startsAt, setStartsAt] = useState(coupon?.startsAt ?? null);
  const [endsAt, setEndsAt] = useState(coupon?.endsAt ?? null);
  const [totalLimit, setTotalLimit] = useState(coupon?.totalLimit ?? null);
  const [memberLimit, setMemberLimit] = useState(coupon?.memberLimit ?? 1);
  const [isBusy, setIsBusy] = useState(false);
  const hasOff = isPercent ? percentOff !== null : typeof amountOff === 'number';
  const isReady = code.trim().length >= 4 && name.trim() !== '' && hasOff && leastPrice !== undefined;
  const save = async () => {
    setIsBusy(true);
    try {
      await call('POST /admin/coupon/save', {
        body: {
          ...(coupon && { id: coupon.id }),
          code,
          name: name.trim(),
          amountOff: isPercent ? null : (amountOff ?? null),
          percentOff: isPercent ? percentOff : null,
          leastPrice: leastPrice ?? 0,
          scope,
          targetId: scope === 'all' ? null : targetId,
          ...(startsAt && { startsAt }),
          endsAt,
          totalLimit,
          memberLimit,
          isActive: coupon?.isActive ?? true,
        },
      });
      toasts.success('优惠券已保存');
      onDone();
    } catch {
      // The person has been told in an alert; what they wrote stays.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title={coupon ? `修改优惠券“${coupon.name}”` : '新建优惠券'}
      okText="保存"
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      width={560}
    >
      <div className={s.form}>
        <div className={s.pair}>
          <Field label="优惠码" note="4 到 20 位字母或数字，不分大小写。">
            {(id, noteId) => (
              <Input
                id={id}
                aria-describedby={noteId}
                value={code}
                maxLength={20}
                onChange={({ target }) => setCode(target.value.toUpperCase())}
              />
            )}
          </Field>
          <Field label="名称" note="买家在订单里看到。">
            {(id, noteId) => (
              <Input
                id={id}
                aria-describedby={noteId}
                value={name}
                maxLength={30}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Field label="优惠方式">
            {(id) => (
              <Select
                id={id}
                options={[
                  { value: 'amount', label: '减金额' },
                  { value: 'percent', label: '减百分比' },
                ]}
                value={isPercent ? 'percent' : 'amount'}
                onChange={(way) => setIsPercent(way === 'percent')}
              />
            )}
          </Field>
          {isPercent ? (
            <Field label="减免百分比" note="10 就是打九折。">
              {(id, noteId) => (
                <InputNumber
                  id={id}
                  aria-describedby={noteId}
                  min={1}
                  max={99}
                  precision={0}
                  value={percentOff}
                  onChange={setPercentOff}
                />
              )}
            </Field>
          ) : (
            <FenField label="减免金额" fen={amountOff ?? null} onChange={setAmountOff} />
          )}
          <FenField label="最低金额" note="不填就不限。" fen={leastPrice ?? null} onChange={setLeastPrice} />
          <Field label="适用范围">
            {(id) => (
              <Select
                id={id}
                options={[
                  { value: 'all', label: '全部' },
                  { value: 'vip', label: 'VIP' },
                  { value: 'column', label: '栏目订阅' },
                  { value: 'post', label: '单篇内容' },
                ]}
                value={scope}
                onChange={(chosen: Coupon['scope']) => {
                  setScope(chosen);
                  setTargetId(null);
                }}
              />
            )}
          </Field>
          {scope !== 'all' && (
            <TargetField key={scope} scope={scope} value={targetId} isOptional onChange={setTargetId} />
          )}
          <Moment label="开始" empty="现在" value={startsAt} onChange={setStartsAt} />
          <Moment label="结束" empty="不限" value={endsAt} onChange={setEndsAt} />
          <Field label="总次数">
            {(id) => (
              <InputNumber
                id={id}
                min={1}
                max={10_000_000}
                precision={0}
                placeholder="不限"
                value={totalLimit}
                onChange={setTotalLimit}
              />
            )}
          </Field>
          <Field label="每人次数">
            {(id) => (
              <InputNumber
                id={id}
                min={1}
                max={1000}
                precision={0}
                value={memberLimit}
                onChange={(value) => setMemberLimit(value ?? 1)}
              />
            )}
          </Field>
        </div>
      </div>
    </Modal>
  );
}

function Moment({
  label,
  empty,
  value,
  onChange,
}: {
  label: string;
  empty: string;
  value: string | null;
  onChange: (at: string | null) => void;
}) {
  return (
    <Field label={label}>
      {(id) => (
        <DatePicker
          id={id}
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          placeholder={empty}
          value={value ? dayjs(value) : null}
          onChange={(at) => onChange(at?.toISOString() ?? null)}
        />
      )}
    </Field>
  );
}
