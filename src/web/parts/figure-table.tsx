import type { ReactNode } from 'react';
import s from './figure-table.module.css';

export interface FigureColumn {
  label: string;
  /** At the right, in tabular figures. */
  isFigure?: boolean;
}

export interface FigureTableProps {
  label: string;
  columns: readonly FigureColumn[];
  /** Each with as many cells as there are columns; the first names the row. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** Figures in rows; on a phone each row is a block of its own with the names of its figures. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  return (
    // Roles spoken out: displayed as blocks a table is none to who hears it.
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
            {columns.map(({ label: name, isFigure }, at) => (
              <td
                key={name}
                role="cell"
                data-label={at === 0 ? undefined : name}
                className={isFigure ? `${s.figure} fig` : undefined}
              >
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A few amounts beside one another, each with its name. */
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
