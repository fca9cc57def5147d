import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import s from './order-row.module.css';

/** Orders under one another. */
export function OrderList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={s.list} aria-label={label}>
      {children}
    </ol>
  );
}

export interface OrderRowProps {
  title: string;
  /** Where what was bought is read. */
  href?: string | undefined;
  /** Formatted, e.g. ¥18. */
  price: string;
  /** State, time, number. */
  note: ReactNode;
  action: ReactNode;
}

/** One order: what it is for, what it cost, how far it is, what can be done. */
export function OrderRow({ title, href, price, note, action }: OrderRowProps) {
  return (
    <li className={s.row}>
      <h2 className={s.title}>{href ? <Link href={href}>{title}</Link> : title}</h2>
      <b className={`${s.price} fig`}>{price}</b>
      <p className={s.note}>{note}</p>
      <div className={s.act}>{action}</div>
    </li>
  );
}
