import { type ReactNode, useId } from 'react';
import s from './setting-row.module.css';

export interface SettingListProps {
  children: ReactNode;
  label?: string | undefined;
  /** Placed below a section heading, whose line replaces the list's own. */
  isUnderHeading?: boolean;
}

/** A list of settings, separated by thin lines. */
export function SettingList({ children, label, isUnderHeading = false }: SettingListProps) {
  return (
    <ul className={isUnderHeading ? undefined : s.list} aria-label={label}>
      {children}
    </ul>
  );
}

export interface SettingRowProps {
  label: string;
  children?: ReactNode;
  /** A small note below the value. */
  note?: ReactNode;
  /** A button or switch at the right. */
  action?: ReactNode;
  /** The form that changes the setting; shown below the value while it is open. */
  form?: ReactNode;
}

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

/** Container of a page that is only a form, with the width of a form. */
export function SettingForm({ children }: { children: ReactNode }) {
  return <div className={s.sheet}>{children}</div>;
}
