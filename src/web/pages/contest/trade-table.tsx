import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import s from './trade-table.module.css';

export interface TradeColumn {
  label: string;
  /** The second line of its cells, named under the first. */
  under?: string | undefined;
  isFigure?: boolean | undefined;
  /** Not on phones, where four columns are what fits. */
  deskOnly?: boolean | undefined;
}

export interface TradeTableProps {
  label: string;
  columns: readonly TradeColumn[];
  /** Each with as many cells as there are columns. */
  rows: readonly { key: string; cells: readonly ReactNode[]; isChosen?: boolean }[];
}

/** Positions and orders: two lines to a cell, so that all of it fits a phone. */
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

const classOf = ({ isFigure, deskOnly }: TradeColumn) =>
  classNames(isFigure && s.figure, deskOnly && 'not-phone');

/** The name of one table among several. */
export const TableTitle = ({ children }: { children: ReactNode }) => <h3 className={s.title}>{children}</h3>;

/** What a drawing shows, as a table for who would rather read it. */
export function TwinTable({ summary, ...table }: TradeTableProps & { summary: string }) {
  return (
    <details className={s.twin}>
      <summary>
        <span className="link">{summary}</span>
      </summary>
      <TradeTable {...table} />
    </details>
  );
}

/** Two lines of a cell. */
export function Pair({ over, under }: { over: ReactNode; under: ReactNode }) {
  return (
    <>
      <span className={s.over}>{over}</span>
      <span className={s.under}>{under}</span>
    </>
  );
}

/** A security's name that chooses it, over its code. */
export function SecurityCell({ name, code, onChoose }: { name: string; code: string; onChoose: () => void }) {
  return (
    <button type="button" className={s.security} onClick={onChoose}>
      <span className={s.over}>{name}</span>
      <span className={classNames(s.under, 'fig')}>{code}</span>
    </button>
  );
}
