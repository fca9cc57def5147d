import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { FormError } from '#ui/controls/form-parts.tsx';
import { Figures } from '#ui/figures.tsx';
import { Link } from '#ui/link.tsx';
import s from './reference-row.module.css';

export function ReferenceRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={s.list} aria-label={label}>
      {children}
    </ol>
  );
}

export interface ReferenceRowProps {
  title: string;
  /** Address to read or to edit the reference. */
  href: string;
  cover: string | null;
  /** `StateLabel`s, column, access and time. */
  note: ReactNode;
  /** Formatted figures, such as reads and sales. */
  stats?: readonly { label: string; value: string }[];
  reviewNote?: ReactNode;
  action: ReactNode;
  error?: string | undefined;
}

export function ReferenceRow({
  title,
  href,
  cover,
  note,
  stats = [],
  reviewNote,
  action,
  error,
}: ReferenceRowProps) {
  return (
    <li className={classNames(s.row, cover === null && s.bare)}>
      {cover && <img className={s.cover} src={cover} alt="" width={96} height={64} loading="lazy" />}
      <article className={s.what}>
        <h2 className={s.title}>
          <Link href={href}>{title}</Link>
        </h2>
        <p className={s.note}>{note}</p>
        {stats.length > 0 && <Figures className={s.figures} items={stats} />}
        {reviewNote && <p className={s.remark}>{reviewNote}</p>}
        {error && <FormError>{error}</FormError>}
      </article>
      <div className={s.act}>{action}</div>
    </li>
  );
}
