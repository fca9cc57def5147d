import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { changeOf, showChange, showNumber } from '#admin/parts/show-number.ts';
import type { Trend } from '../schema.ts';
import s from './analytics.module.css';

type Day = Trend['days'][number] & { change: number | null };

/** The chart's figures as a table, newest day first. */
export function DaysTable({ days }: Pick<Trend, 'days'>) {
  const rows = days
    .map((row, index): Day => ({ ...row, change: changeOf(row.views, days[index - 1]?.views ?? 0) }))
    .reverse();
  return (
    <DataTable
      label="每一天的数字"
      list={{ rows, isLoading: false, error: null, retry: () => undefined, scope: '' }}
      columns={columns}
      idOf={({ day }) => day}
      width={480}
      // The section has the server's export.
      exporter={null}
    />
  );
}

const number = { align: 'right' } as const;
const columns: DataColumn<Day>[] = [
  { key: 'day', title: '日期', width: 120 },
  { key: 'views', title: '阅读', ...number, render: ({ views }) => showNumber(views) },
  {
    key: 'change',
    title: '较前一天',
    ...number,
    render: ({ change }) => (
      <span className={change === null || change === 0 ? undefined : change > 0 ? s.rise : s.fall}>
        {showChange(change)}
      </span>
    ),
    text: ({ change }) => showChange(change),
  },
  { key: 'readers', title: '读者', ...number, render: ({ readers }) => showNumber(readers) },
  {
    key: 'registrations',
    title: '注册',
    ...number,
    render: ({ registrations }) => showNumber(registrations),
  },
];
