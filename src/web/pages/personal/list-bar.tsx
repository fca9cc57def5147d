import type { ReactNode } from 'react';
import s from './list-bar.module.css';

/** Over a list: how much there is at the left, what can be done with all of it at the right. */
export function ListBar({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={s.bar}>
      <div>{children}</div>
      {action}
    </div>
  );
}
