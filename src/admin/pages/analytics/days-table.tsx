import type { Trend } from '#features/analytics/schema.ts';
import { changeOf, showChange, showNumber } from '../../parts/show-number.ts';
import { WideTable } from '../../parts/wide-table.tsx';
import s from './analytics.module.css';

type Row = Trend['days'][number] & { change: number | null };

/** What the chart draws, in figures; the newest day first. */
export function DaysTable({ days }: Pick<Trend, 'days'>) {
  const rows = days
    .map((row, place): Row => ({ ...row, change: changeOf(row.views, days[place - 1]?.views ?? 0) }))
    .reverse();
  return (
    <WideTable<Row>
      label="每一天的数字"
      rowKey="day"
      size="small"
      dataSource={rows}
      columns={columns}
      pagination={rows.length > 31 ? { pageSize: 31, showSizeChanger: false } : false}
      scroll={{ x: 480 }}
    />
  );
}

const number = { align: 'right' as const, className: s.number ?? '', render: showNumber };
const columns = [
  { title: '日期', dataIndex: 'day', width: 120 },
  { title: '阅读', dataIndex: 'views', ...number },
  {
    title: '较前一天',
    dataIndex: 'change',
    align: 'right' as const,
    className: s.number ?? '',
    render: (change: number | null) => (
      <span className={change === null || change === 0 ? undefined : change > 0 ? s.rise : s.fall}>
        {showChange(change)}
      </span>
    ),
  },
  { title: '读者', dataIndex: 'readers', ...number },
  { title: '注册', dataIndex: 'registrations', ...number },
];
