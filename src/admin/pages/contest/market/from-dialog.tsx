import { Alert, DatePicker, Modal } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Field } from '../../../parts/field.tsx';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../contest.module.css';

/** Asks from which day on something holds, and for what holds then; stays open when it fails. */
export function FromDialog(props: {
  title: string;
  children: ReactNode;
  isReady?: boolean;
  onSubmit: (validFrom: string) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}) {
  const [from, setFrom] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    if (from === null) return;
    setIsBusy(true);
    setFault(undefined);
    try {
      await props.onSubmit(from);
      toasts.success('规则已加上');
      props.onDone();
    } catch (error) {
      setFault(faultOf(error).message);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title={props.title}
      okText="加上"
      okButtonProps={{ disabled: from === null || props.isReady === false }}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={props.onClose}
      width={640}
    >
      <div className={s.form}>
        <Field
          label="从哪一天起"
          note="最早明天，已经发生的交易不按新规则重算；写错了，从同一天起再加一条就会盖过它。"
        >
          {(id, noteId) => (
            <DatePicker
              id={id}
              aria-describedby={noteId}
              minDate={dayjs().add(1, 'day')}
              value={from ? dayjs(from) : null}
              onChange={(day) => setFrom(day?.format('YYYY-MM-DD') ?? null)}
            />
          )}
        </Field>
        {props.children}
        {fault && <Alert type="error" showIcon role="alert" title={fault} />}
      </div>
    </Modal>
  );
}
