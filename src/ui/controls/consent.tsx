import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import s from './field.module.css';
import { Checkbox } from './field.tsx';

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
  const describedBy = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div>
      <Checkbox
        name={name}
        checked={checked}
        onChange={onChange && (({ target }) => onChange(target.checked))}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      >
        <span>{children}</span>
      </Checkbox>
      {note && (
        <p className={s.note} id={`${id}-note`}>
          {note}
        </p>
      )}
      {error && (
        <p className={s.error} id={`${id}-error`} role="alert">
          <Icon name="warn" size="s" />
          {error}
        </p>
      )}
    </div>
  );
}
