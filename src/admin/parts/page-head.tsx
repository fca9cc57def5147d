import type { ReactNode } from 'react';
import s from './page-head.module.css';
import { useTitle } from './use-title.ts';

/** The title of a screen, in the page and in the browser's tab, with what can be done there beside it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  useTitle(title);
  return (
    <div className={s.head}>
      <h1>{title}</h1>
      {children && <div className={s.tools}>{children}</div>}
    </div>
  );
}
