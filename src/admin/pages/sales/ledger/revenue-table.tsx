import type { Revenue } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import s from '../sales.module.css';

type Day = Revenue['days'][number];

const money = {
  align: 'right' as const,
  className: s.money ?? '',
  render: (fen: number) => formatFen(fen),
};
const columns = [
  { title: '日期', dataIndex: 'day', width: 120 },
  { title: '订单', dataIndex: 'orders', align: 'right' as const },
  { title: '收入', dataIndex: 'amount', ...money },
  { title: 'VIP', dataIndex: 'vip', ...money },
  { title: '栏目订阅', dataIndex: 'column', ...money },
  { title: '单篇内容', dataIndex: 'post', ...money },
  { title: '退款', dataIndex: 'refunded', ...money },
];

/** What the chart draws, in figures; the newest day first. */
export function RevenueTable({ days }: Pick<Revenue, 'days'>) {
  return (
    <WideTable<Day>
      label="每一天的收入"
      rowKey="day"
      size="small"
      dataSource={days.toReversed()}
      columns={columns}
      pagination={days.length > 31 ? { pageSize: 31, showSizeChanger: false } : false}
      scroll={{ x: 720 }}
    />
  );
}
