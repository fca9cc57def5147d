import { Alert, Modal } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { DeskPin } from '#features/frontpage/pins/schema.ts';
import { call } from '../../../api.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../frontpage.module.css';
import { faultOfPeriod, fromField, toField } from '../period.ts';
import { PeriodFields } from '../period-fields.tsx';

/** From when to when a piece is pinned. */
export function PinDialog({
  pin,
  onClose,
  onDone,
}: {
  pin: DeskPin;
  onClose: () => void;
  onDone: () => void;
}) {
  const [period, setPeriod] = useState({ from: toField(pin.startsAt), to: toField(pin.endsAt) });
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  async function save() {
    const startsAt = fromField(period.from, pin.startsAt);
    const endsAt = fromField(period.to, pin.endsAt);
    const wrong = faultOfPeriod(startsAt, endsAt);
    if (wrong || !startsAt || endsAt === undefined) return setFault(wrong);
    setIsBusy(true);
    try {
      await call('POST /admin/pin/save', { body: { id: pin.id, startsAt, endsAt }, silent: true });
      toasts.success('置顶时间已改');
      onDone();
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Modal
      open
      title="置顶时间"
      okText="保存"
      onOk={() => void save()}
      onCancel={onClose}
      confirmLoading={isBusy}
      width={480}
    >
      <div className={s.form}>
        <p className={s.name}>《{pin.title}》</p>
        <PeriodFields {...period} onChange={(change) => setPeriod((held) => ({ ...held, ...change }))} />
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
      </div>
    </Modal>
  );
}
