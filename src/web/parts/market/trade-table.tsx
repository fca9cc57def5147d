import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Link } from '#ui/link.tsx';
import { stockPath } from '../story.ts';
import s from './trade-table.module.css';

export interface TradeColumn {
  label: string;
  /** Name of the second line of the column's cells, shown below the first. */
  under?: string | undefined;
  isFigure?: boolean | undefined;
  /** Hidden on phones, where only four columns fit. */
  desktopOnly?: boolean | undefined;
}

export interface TradeTableProps {
  label: string;
  columns: readonly TradeColumn[];
  /** Each row has as many cells as there are columns. */
  rows: readonly { key: string; cells: readonly ReactNode[]; isChosen?: boolean }[];
}

/** A table of positions or orders, with two lines per cell so that it fits a phone. */
export function TradeTable({ label, columns, rows }: TradeTableProps) {
  return (
    <table className={s.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={classOf(column)}>
              {column.label}
              {column.under && <small>{column.under}</small>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, isChosen }) => (
          <tr key={key} className={isChosen ? s.chosen : undefined}>
            {columns.map((column, at) => (
              <td key={column.label} className={classOf(column)}>
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const classOf = ({ isFigure, desktopOnly }: TradeColumn) =>
  classNames(isFigure && s.figure, desktopOnly && 'not-phone');

export const TableTitle = ({ children }: { children: ReactNode }) => <h3 className={s.title}>{children}</h3>;

/** The data of a chart as a table, for readers who prefer text. */
export function ChartDataTable({ summary, ...table }: TradeTableProps & { summary: string }) {
  return (
    <details className={s.twin}>
      <summary>
        <span className="link">{summary}</span>
      </summary>
      <TradeTable {...table} />
    </details>
  );
}

export function TwoLineCell({ over, under }: { over: ReactNode; under: ReactNode }) {
  return (
    <>
      <span className={s.over}>{over}</span>
      <span className={s.under}>{under}</span>
    </>
  );
}

/** A security's name above its code; the name chooses the security for trading, the code leads to its page. */
export function SecurityCell({ name, code, onChoose }: { name: string; code: string; onChoose: () => void }) {
  return (
    <>
      <button type="button" className={s.security} onClick={onChoose}>
        <span className={s.over}>{name}</span>
      </button>
      <Link
        className={classNames(s.under, 'fig')}
        href={stockPath(code)}
        aria-label={`${name} ${code} 的资讯与行情`}
      >
        {code}
      </Link>
    </>
  );
}
