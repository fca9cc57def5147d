import type { ReactNode } from 'react';
import s from './foot-note.module.css';

/** What figures stand for and what they are not, small under them. */
export const FootNote = ({ children }: { children: ReactNode }) => <p className={s.note}>{children}</p>;
