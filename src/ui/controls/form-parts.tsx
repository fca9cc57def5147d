import type { FormEvent, ReactNode, RefObject } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import s from './form-parts.module.css';

export interface SmallFormProps {
  onSubmit: () => void;
  /** The form itself, for who reads its fields. */
  form?: RefObject<HTMLFormElement | null>;
  children: ReactNode;
  /** What went wrong with the whole; a field's own fault stands at the field. */
  error?: string | null | undefined;
  /** The buttons, the main one first. */
  actions: ReactNode;
  label?: string;
}

/** Fields under one another, the fault of the whole and the buttons. */
export function SmallForm({ onSubmit, form, children, error, actions, label }: SmallFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form className={s.form} method="post" onSubmit={submit} ref={form} noValidate aria-label={label}>
      {children}
      {error && <Fault>{error}</Fault>}
      <div className={s.actions}>{actions}</div>
    </form>
  );
}

/** What went wrong, where it happened. */
export function Fault({ children }: { children: ReactNode }) {
  return (
    <p className={s.fault} role="alert">
      <Icon name="warn" size="s" />
      <span>{children}</span>
    </p>
  );
}

/** Running text of a setting: why, and what follows from it. */
export function Words({ children }: { children: ReactNode }) {
  return <div className={s.words}>{children}</div>;
}

/** Two things beside one another, under one another on a phone. */
export function Beside({ children }: { children: ReactNode }) {
  return <div className={s.beside}>{children}</div>;
}

/** Buttons in a line; `end`: at the right, as in a dialog. */
export function Acts({ children, end = false }: { children: ReactNode; end?: boolean }) {
  return <div className={classNames(s.actions, s.acts, end && s.end)}>{children}</div>;
}
