import { type ReactNode, useId } from 'react';
import { Checkbox, describing, FieldMessages } from '#ui/controls/field.tsx';

export interface ConsentProps {
  name: string;
  error?: string | undefined;
  note?: ReactNode;
  /** Outside a form, which would read it: whether it is ticked, and who is told. */
  checked?: boolean | undefined;
  onChange?: ((checked: boolean) => void) | undefined;
  /** What is agreed to, with links that open beside the form. */
  children: ReactNode;
}

/** A tick that means yes, with a note and what is missing under it. Never ticked beforehand. */
export function Consent({ name, error, note, checked, onChange, children }: ConsentProps) {
  const id = useId();
  return (
    <div>
      <Checkbox
        name={name}
        checked={checked}
        onChange={onChange && (({ target }) => onChange(target.checked))}
        {...describing(id, { note, error })}
      >
        <span>{children}</span>
      </Checkbox>
      <FieldMessages id={id} note={note} error={error} />
    </div>
  );
}

type ConsentFieldProps = { error?: string | undefined; note?: string | undefined };

/** The tick under user agreement and privacy policy; both open beside the form, so that nothing filled in is lost. */
export function ConsentField({ error, note }: ConsentFieldProps) {
  return (
    <Consent name="consent" error={error} note={note}>
      已阅读并同意
      <a className="link" href="/agreement" target="_blank" rel="noreferrer">
        用户协议
      </a>
      和
      <a className="link" href="/agreement?kind=privacy" target="_blank" rel="noreferrer">
        隐私政策
      </a>
    </Consent>
  );
}
