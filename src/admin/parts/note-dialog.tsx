import { Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { Field } from './field.tsx';
import s from './note-dialog.module.css';

/** Asks for a line of words before something is decided; stays open while it is under way, and when it fails. */
export function NoteDialog(props: {
  title: string;
  verb: string;
  /** What will happen. */
  warning: ReactNode;
  /** What is asked for, and who reads it; nothing is where it is absent. */
  field?: { label: string; note: string; isNeeded: boolean } | undefined;
  isDanger?: boolean;
  isReady?: boolean;
  children?: ReactNode;
  onSubmit: (note: string) => Promise<void>;
  onClose: () => void;
}) {
  const { field, isReady = true } = props;
  const [note, setNote] = useState('');
  const isMissing = field?.isNeeded === true && note.trim() === '';
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    setIsBusy(true);
    try {
      await props.onSubmit(note.trim());
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
      okButtonProps={{
        danger: props.isDanger === true,
        disabled: isMissing || !isReady,
      }}
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={props.onClose}
      width={460}
    >
      <div className={s.form}>
        <div>{props.warning}</div>
        {props.children}
        {field && (
          <Field label={field.label} note={field.note}>
            {(id, noteId) => (
              <Input.TextArea
                id={id}
                aria-describedby={noteId}
                value={note}
                maxLength={200}
                autoSize={{ minRows: 2, maxRows: 6 }}
                onChange={({ target }) => setNote(target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </Modal>
  );
}
