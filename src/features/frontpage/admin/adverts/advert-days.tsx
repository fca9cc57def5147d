import { useRead } from '#admin/parts/data.ts';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { AdvertDay } from '../../adverts/schema.ts';
import { showRate } from './positions.ts';

/** Daily impressions and clicks of an advert in the last 30 days. */
export const AdvertDays = ({ id }: { id: string }) => (
  <DataTable
    label="近 30 天的数据"
    unit="天"
    list={wholeList(useRead('GET /admin/advert/days', { id }))}
    columns={columns}
    idOf={({ day }) => day}
    empty={<EmptyState level={3} title="还没有人看到它" />}
  />
);

const rateOf = ({ impressions, clicks }: AdvertDay) => showRate(impressions, clicks);
const columns: DataColumn<AdvertDay>[] = [
  { key: 'day', title: '日期' },
  {
    key: 'impressions',
    title: '曝光',
    align: 'right',
    render: ({ impressions }) => showNumber(impressions),
  },
  { key: 'clicks', title: '点击', align: 'right', render: ({ clicks }) => showNumber(clicks) },
  { key: 'rate', title: '点击率', align: 'right', render: rateOf, text: rateOf },
];
