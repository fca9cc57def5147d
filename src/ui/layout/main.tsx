import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './main.module.css';

export interface MainProps {
  children: ReactNode;
  /** page (default): the usual margins; front: closer to the navigation; none: the page draws its own. */
  frame?: 'page' | 'front' | 'none';
  className?: string | undefined;
}

/** The page's content: target of the skip link, and of focus after a navigation. */
export function Main({ children, frame = 'page', className }: MainProps) {
  return (
    <main id="main" tabIndex={-1} className={classNames(frame !== 'none' && 'page', s[frame], className)}>
      {children}
    </main>
  );
}
