import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import s from './field.module.css';
import { Checkbox } from './field.tsx';

export interface ConsentProps {
  name: string;
  error?: string | undefined;
  note?: ReactNode;
  /** What is agreed to, with links that open beside the form. */
  children: ReactNode;
}

/** A tick that means yes, with a note and what is missing under it. Never ticked beforehand. */
export function Consent({ name, error, note, children }: ConsentProps) {
  const id = useId();
  const describedBy = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div>
      <Checkbox name={name} aria-invalid={error ? true : undefined} aria-describedby={describedBy}>
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
