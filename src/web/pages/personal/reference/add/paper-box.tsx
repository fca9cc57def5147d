import type { ReactNode } from 'react';
import s from './paper-box.module.css';

export interface PaperBoxProps {
  /** Names it for who hears it. */
  label: string;
  title: string;
  /** Column, author, length. */
  note?: string | undefined;
  children: ReactNode;
}

/** A text as readers get it, shown within something else. */
export function PaperBox({ label, title, note, children }: PaperBoxProps) {
  return (
    <article className={s.paper} aria-label={label}>
      <h3 className={s.title}>{title}</h3>
      {note && <p className={s.note}>{note}</p>}
      {children}
    </article>
  );
}
