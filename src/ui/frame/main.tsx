import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './main.module.css';

export interface MainProps {
  children: ReactNode;
  /** false: the page draws its own margins. */
  framed?: boolean;
  className?: string | undefined;
}

/** The page's content: target of the skip link, and of focus after a navigation. */
export function Main({ children, framed = true, className }: MainProps) {
  return (
    <main id="main" tabIndex={-1} className={classNames(framed && 'page', framed && s.main, className)}>
      {children}
    </main>
  );
}
