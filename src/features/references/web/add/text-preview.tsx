import type { ReactNode } from 'react';
import s from './text-preview.module.css';

export interface TextPreviewProps {
  label: string;
  title: string;
  /** Column, author, length. */
  note?: string | undefined;
  children: ReactNode;
}

/** A text as readers see it, shown inside a dialog. */
export function TextPreview({ label, title, note, children }: TextPreviewProps) {
  return (
    <article className={s.paper} aria-label={label}>
      <h3 className={s.title}>{title}</h3>
      {note && <p className={s.note}>{note}</p>}
      {children}
    </article>
  );
}
