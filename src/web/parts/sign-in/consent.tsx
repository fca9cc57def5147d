import { type ReactNode, useId } from 'react';
import { Checkbox, describing, FieldMessages } from '#ui/controls/field.tsx';

export interface ConsentProps {
  name: string;
  error?: string | undefined;
  note?: ReactNode;
  /** Makes the box controlled; used outside a form, which would otherwise read the box. */
  checked?: boolean | undefined;
  onChange?: ((checked: boolean) => void) | undefined;
  /** The text of the consent, with links that open in a new tab. */
  children: ReactNode;
}

/** A consent box with a note and an error below it. Never ticked in advance. */
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

/**
 * The consent box for user agreement and privacy policy. Both open in a new tab, so that the form keeps its content.
 */
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
