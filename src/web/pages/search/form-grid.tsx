import type { ReactNode } from 'react';
import s from './form-grid.module.css';

/** Fields side by side, as many a line as fit; one on a phone. */
export function FormGrid({ children }: { children: ReactNode }) {
  return <div className={s.grid}>{children}</div>;
}

/** The buttons under a form, the main one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={s.actions}>{children}</div>;
}
