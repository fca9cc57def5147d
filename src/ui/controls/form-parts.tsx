import type { FormEvent, ReactNode, RefObject } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import s from './form-parts.module.css';

export interface SmallFormProps {
  onSubmit: () => void;
  /** Ref to the form element, for a caller that reads its fields. */
  form?: RefObject<HTMLFormElement | null>;
  children: ReactNode;
  /** Error of the form as a whole; errors of single fields are shown at the fields. */
  error?: string | null | undefined;
  /** Buttons; the primary one first. */
  actions: ReactNode;
  label?: string;
  /** Id of the record that the form is about, if the page shows the same form for several. */
  record?: string;
}

/** Stacked fields, the form's error and the buttons. */
export function SmallForm({ onSubmit, form, children, error, actions, label, record }: SmallFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form
      className={s.form}
      method="post"
      onSubmit={submit}
      ref={form}
      noValidate
      aria-label={label}
      data-record={record}
    >
      {children}
      {error && <FormError>{error}</FormError>}
      <div className={s.actions}>{actions}</div>
    </form>
  );
}

export function FormError({ children }: { children: ReactNode }) {
  return (
    <p className={s.fault} role="alert">
      <Icon name="warn" size="s" />
      <span>{children}</span>
    </p>
  );
}

/** Explanatory text of a setting: its reason and consequences. */
export function HelpText({ children }: { children: ReactNode }) {
  return <div className={s.words}>{children}</div>;
}

/** Two blocks side by side; stacked on a phone. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className={s.beside}>{children}</div>;
}

/** A row of buttons; `alignEnd` aligns them to the right, as in a dialog. */
export function ButtonRow({ children, alignEnd = false }: { children: ReactNode; alignEnd?: boolean }) {
  return <div className={classNames(s.actions, s.acts, alignEnd && s.end)}>{children}</div>;
}
