import type { ReactNode } from 'react';
import s from './setting-sheet.module.css';

/** The place of a form of its own under a page's name: as wide as a form should be. */
export function SettingSheet({ children }: { children: ReactNode }) {
  return <div className={s.sheet}>{children}</div>;
}
