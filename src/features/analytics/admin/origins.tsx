import { Segmented } from 'antd';
import { useRead } from '#admin/parts/data.ts';
import { Section } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { showNumber } from '#admin/parts/show-number.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type Origins as OriginList, originsQuery } from '../schema.ts';
import { recordList } from './record-list.ts';
import { ServerExport } from './server-export.tsx';

type Origin = OriginList['records'][number];
/** `unknown`: readers whose browser tells nothing, and for a referrer those who typed or saved the address. */
const kinds = {
  referrer: { label: '来源网站', unknown: '直接打开' },
  device: { label: '设备', unknown: '其他设备' },
  region: { label: '地区', unknown: '未知' },
};
const options = Object.entries(kinds).map(([value, { label }]) => ({ value, label }));

/** Where the site's readers came from, what they read on, and where they are. */
export function Origins() {
  const { values, set } = useFilters(originsQuery);
  const kind = values.kind ?? 'referrer';
  const query = { ...values, kind };
  const read = useRead('GET /admin/analytics/origins', query, { keepsPrevious: true });
  const total = read.data?.records.reduce((sum, { readers }) => sum + readers, 0) ?? 0;
  const tools = (
    <Segmented
      aria-label="按什么分"
      options={options}
      value={kind}
      onChange={(chosen) => set({ kind: chosen === 'referrer' ? undefined : (chosen as typeof kind) })}
    />
  );
  return (
    <Section title="读者从哪里来" tools={tools}>
      <DataTable
        label={kinds[kind].label}
        list={recordList(read)}
        columns={columnsOf(kind, total)}
        idOf={({ value }) => value || kinds[kind].unknown}
        empty={<EmptyState title="这些天还没有读者" level={3} />}
        exporter={
          <ServerExport call="GET /admin/analytics/exportOrigins" query={query} fallback="读者从哪里来.csv" />
        }
      />
    </Section>
  );
}

const columnsOf = (kind: keyof typeof kinds, total: number): DataColumn<Origin>[] => [
  { key: 'value', title: kinds[kind].label, render: ({ value }) => value || kinds[kind].unknown },
  {
    key: 'readers',
    title: '读者',
    width: 88,
    align: 'right',
    sort: (a, b) => a.readers - b.readers,
    render: ({ readers }) => showNumber(readers),
  },
  {
    key: 'share',
    title: '占比',
    width: 88,
    align: 'right',
    render: ({ readers }) => `${((readers / total) * 100).toFixed(1)}%`,
  },
];
