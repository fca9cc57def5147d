import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Fault } from '#ui/controls/form-parts.tsx';
import { Figures } from '#ui/figures.tsx';
import { Link } from '#ui/link.tsx';
import s from './own-piece.module.css';

/** A writer's own pieces under one another. */
export function OwnPieceList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={s.list} aria-label={label}>
      {children}
    </ol>
  );
}

export interface OwnPieceProps {
  title: string;
  /** Where it is read, or written on. */
  href: string;
  cover: string | null;
  /** `State`s, column, access, time. */
  note: ReactNode;
  /** What became of it, in figures; formatted. */
  figures?: readonly { label: string; value: string }[];
  /** What a reviewer wrote. */
  remark?: ReactNode;
  action: ReactNode;
  /** What went wrong with it. */
  error?: string | undefined;
}

/** One piece of a writer: how it stands, how it does, what can be done with it. */
export function OwnPiece({ title, href, cover, note, figures = [], remark, action, error }: OwnPieceProps) {
  return (
    <li className={classNames(s.row, cover === null && s.bare)}>
      {cover && <img className={s.cover} src={cover} alt="" width={96} height={64} loading="lazy" />}
      <article className={s.what}>
        <h2 className={s.title}>
          <Link href={href}>{title}</Link>
        </h2>
        <p className={s.note}>{note}</p>
        {figures.length > 0 && <Figures className={s.figures} items={figures} />}
        {remark && <p className={s.remark}>{remark}</p>}
        {error && <Fault>{error}</Fault>}
      </article>
      <div className={s.act}>{action}</div>
    </li>
  );
}
