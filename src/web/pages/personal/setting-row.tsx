import { type ReactNode, useId } from 'react';
import s from './setting-row.module.css';

export interface SettingListProps {
  children: ReactNode;
  label?: string | undefined;
  /** Under a section's head, whose lines are enough. */
  headed?: boolean;
}

/** Rows of settings, parted by faint lines. */
export function SettingList({ children, label, headed = false }: SettingListProps) {
  return (
    <ul className={headed ? undefined : s.list} aria-label={label}>
      {children}
    </ul>
  );
}

export interface SettingRowProps {
  label: string;
  /** What it is set to. */
  children?: ReactNode;
  /** Below the value, small. */
  note?: ReactNode;
  /** At the right: a button, a switch. */
  action?: ReactNode;
  /** The form that changes it; stands under the value while it is open. */
  form?: ReactNode;
}

/** What a setting is called, what it is set to, and how to change it. */
export function SettingRow({ label, children, note, action, form }: SettingRowProps) {
  const id = useId();
  return (
    <li className={s.item}>
      <div className={s.row} role="group" aria-labelledby={id}>
        <span className={s.label} id={id}>
          {label}
        </span>
        <div className={s.value}>
          {children}
          {note && <p className={s.note}>{note}</p>}
        </div>
        {action && <div className={s.action}>{action}</div>}
        {form && <div className={s.form}>{form}</div>}
      </div>
    </li>
  );
}

/** The place of a form of its own under a page's name: as wide as a form should be. */
export function SettingSheet({ children }: { children: ReactNode }) {
  return <div className={s.sheet}>{children}</div>;
}
