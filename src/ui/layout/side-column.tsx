import type { ReactNode } from 'react';
import s from './side-column.module.css';

/** Side sections and adverts under one another. */
export function SideColumn({ children }: { children: ReactNode }) {
  return <div className={s.side}>{children}</div>;
}

/** `AuthorRow`s under one another, parted by faint lines. */
export function AuthorList({ children }: { children: readonly ReactNode[] }) {
  return (
    <ul className={s.authors}>
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places.
        <li key={index}>{child}</li>
      ))}
    </ul>
  );
}
