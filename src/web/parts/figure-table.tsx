import type { ReactNode } from 'react';
import s from './figure-table.module.css';

export interface FigureColumn {
  label: string;
  /** Aligned right, in tabular figures. */
  isFigure?: boolean;
}

export interface FigureTableProps {
  label: string;
  columns: readonly FigureColumn[];
  /** Each row has as many cells as there are columns; the first cell names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A table of figures. On a phone each row becomes a block that repeats the column names. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  return (
    // Explicit roles: with `display: block`, browsers drop the table semantics for screen readers.
    <table className={s.table} aria-label={label} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label: name, isFigure }) => (
            <th key={name} scope="col" role="columnheader" className={isFigure ? s.figure : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, cells }) => (
          <tr key={key} role="row">
            {columns.map(({ label: name, isFigure }, index) => (
              <td
                key={name}
                role="cell"
                data-label={index === 0 ? undefined : name}
                className={isFigure ? `${s.figure} fig` : undefined}
              >
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function FigureBand({ items }: { items: readonly { label: string; value: string; note?: string }[] }) {
  return (
    <dl className={s.band}>
      {items.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="fig">{value}</dd>
          {note && <dd className={s.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
