import type { ReactNode } from 'react';
import { Below } from '../list/data-table.tsx';
import s from './lines.module.css';

export type Line = {
  key: string;
  what: ReactNode;
  /** Small lines below; empty strings are skipped. */
  below?: readonly string[];
  amount?: string;
};

/** List of amounts, each with its label. */
export const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul className={s.lines}>
    {lines.map(({ key, what, below = [], amount }) => (
      <li key={key}>
        <span>
          {what}
          {below
            .filter((line) => line !== '')
            .map((line) => (
              <Below key={line}>{line}</Below>
            ))}
        </span>
        {amount && <span>{amount}</span>}
      </li>
    ))}
  </ul>
);
