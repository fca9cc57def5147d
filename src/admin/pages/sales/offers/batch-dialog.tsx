import { DatePicker, Input, InputNumber, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { RedeemBatch } from '#features/memberships/schema.ts';
import { call } from '../../../api.ts';
import { Field } from '../../../parts/field.tsx';
import s from '../sales.module.css';
import type { MadeCodes } from './made-codes.tsx';
import { PeriodField, type Span } from './period-field.tsx';
import { TargetField } from './target-field.tsx';

/** Asks what codes shall give, and how many. */
export function BatchDialog({ onClose, onDone }: { onClose: () => void; onDone: (made: MadeCodes) => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<RedeemBatch['scope']>('vip');
  const [targetId, setTargetId] = useState<string | null>(null);
  const [span, setSpan] = useState<Span>({ months: 1, days: null });
  const [count, setCount] = useState(10);
  const [expiresOn, setExpiresOn] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isReady = name.trim() !== '' && (scope === 'vip' || targetId !== null);
  const make = async () => {
    setIsBusy(true);
    try {
      const { codes } = await call('POST /admin/redeem/create', {
        body: {
          name: name.trim(),
          scope,
          targetId: scope === 'vip' ? null : targetId,
          ...(scope === 'post' ? { months: null, days: null } : span),
          count,
          expiresAt: expiresOn,
        },
      });
      onDone({ name: name.trim(), codes });
    } catch {
      // The person has been told in an alert; what they wrote stays.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title="生成兑换码"
      okText={`生成 ${count} 个`}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={isBusy}
      onOk={() => void make()}
      onCancel={onClose}
      width={520}
    >
      <div className={s.form}>
        <Field label="名称" note="只有编辑部看得到，如“年会礼品”。">
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
        <div className={s.pair}>
          <Field label="给什么">
            {(id) => (
              <Select
                id={id}
                options={[
                  { value: 'vip', label: 'VIP' },
                  { value: 'column', label: '栏目订阅' },
                  { value: 'post', label: '单篇内容' },
                ]}
                value={scope}
                onChange={(chosen: RedeemBatch['scope']) => {
                  setScope(chosen);
                  setTargetId(null);
                }}
              />
            )}
          </Field>
          {scope !== 'vip' && (
            <TargetField key={scope} scope={scope} value={targetId} onChange={setTargetId} />
          )}
        </div>
        {scope !== 'post' && <PeriodField span={span} mostDays={3660} onChange={setSpan} />}
        <div className={s.pair}>
          <Field label="数量">
            {(id) => (
              <InputNumber
                id={id}
                min={1}
                max={1000}
                precision={0}
                value={count}
                onChange={(value) => setCount(value ?? 1)}
              />
            )}
          </Field>
          <Field label="兑换期限">
            {(id) => (
              <DatePicker
                id={id}
                placeholder="不限"
                minDate={dayjs()}
                value={expiresOn ? dayjs(expiresOn) : null}
                onChange={(day) => setExpiresOn(day?.format('YYYY-MM-DD') ?? null)}
              />
            )}
          </Field>
        </div>
      </div>
    </Modal>
  );
}
