import type { ReactNode } from 'react';
import s from './list-bar.module.css';

/** The bar above a list: the number of records at the left, an action on all of them at the right. */
export function ListBar({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={s.bar}>
      <div>{children}</div>
      {action}
    </div>
  );
}
