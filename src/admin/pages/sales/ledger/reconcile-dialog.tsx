import { DatePicker, Modal, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { Reconciliation } from '#features/payments/schema.ts';
import { Field } from '../../../parts/field.tsx';
import s from '../sales.module.css';

/** Asks which day of which gateway shall be held against its bill. */
export function ReconcileDialog({
  gateways,
  onRun,
  onClose,
}: {
  gateways: { value: string; label: string }[];
  onRun: (body: { gateway: Reconciliation['gateway']; day: string }) => Promise<void>;
  onClose: () => void;
}) {
  const yesterday = dayjs().subtract(1, 'day');
  const [gateway, setGateway] = useState<Reconciliation['gateway']>();
  const [day, setDay] = useState(yesterday.format('YYYY-MM-DD'));
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    if (!gateway) return;
    setIsBusy(true);
    try {
      await onRun({ gateway, day });
      onClose();
    } catch {
      // The person has been told in an alert; what they chose stays.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title="对一天的账"
      okText="对账"
      okButtonProps={{ disabled: gateway === undefined }}
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onClose}
      width={420}
    >
      <div className={s.form}>
        <Field label="渠道">
          {(id) => (
            <Select
              id={id}
              placeholder="选择渠道"
              options={gateways}
              value={gateway ?? null}
              onChange={(chosen: string | null) => setGateway((chosen ?? undefined) as typeof gateway)}
            />
          )}
        </Field>
        <Field label="账单日">
          {(id) => (
            <DatePicker
              id={id}
              allowClear={false}
              maxDate={yesterday}
              value={dayjs(day)}
              onChange={(chosen) => chosen && setDay(chosen.format('YYYY-MM-DD'))}
            />
          )}
        </Field>
      </div>
    </Modal>
  );
}
