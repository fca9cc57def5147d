import { Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { Field } from '../../parts/field.tsx';
import s from './people.module.css';

/** Asks why before something is done to somebody; stays open while it is under way, and when it fails. */
export function ReasonDialog(props: {
  title: string;
  verb: string;
  /** What will happen. */
  warning: string;
  isDanger?: boolean;
  children?: ReactNode;
  isReady?: boolean;
  onSubmit: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const { isReady = true } = props;
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    setIsBusy(true);
    try {
      await props.onSubmit(reason.trim());
    } catch {
      // The person has been told in an alert; what they wrote stays.
      setIsBusy(false);
    }
  };
  return (
    <Modal
      open
      title={props.title}
      okText={props.verb}
      okButtonProps={{ danger: props.isDanger === true, disabled: reason.trim() === '' || !isReady }}
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={props.onClose}
      width={460}
    >
      <div className={s.form}>
        <p>{props.warning}</p>
        {props.children}
        <Field label="原因" note="写进操作日志，只有编辑部看得到。">
          {(id, noteId) => (
            <Input.TextArea
              id={id}
              aria-describedby={noteId}
              value={reason}
              maxLength={200}
              autoSize={{ minRows: 2, maxRows: 6 }}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </div>
    </Modal>
  );
}
