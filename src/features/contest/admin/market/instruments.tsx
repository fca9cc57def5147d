import { Chip } from '#admin/parts/chip.tsx';
import { Quiet } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSearch } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { writePrice } from '#shared/market.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { instrumentsQuery, type MarketInstrument } from '../../market/manage/schema.ts';
import { boardNames } from '../contest-labels.ts';

export function Instruments() {
  const filters = useFilters(instrumentsQuery);
  const list = usePages('GET /admin/contest/market/instruments', filters.values);
  return (
    <>
      <FilterBar>
        <FilterSearch
          filters={filters}
          name="keyword"
          label="找证券"
          placeholder="代码、名称或拼音首字母的开头"
          maxLength={20}
        />
      </FilterBar>
      <DataTable
        label="证券"
        unit="只"
        list={list}
        columns={columns}
        idOf={({ code }) => code}
        filters={filters}
        width={800}
        empty={
          <EmptyState title="还没有证券">
            <p>在“行情 › 导入”里导入证券表。</p>
          </EmptyState>
        }
      />
    </>
  );
}

const columns: readonly DataColumn<MarketInstrument>[] = [
  {
    key: 'name',
    title: '证券',
    render: ({ name, initials, isSt, isInvented, delistedOn }) => (
      <>
        {name} {isSt && <Chip tone="warn">ST</Chip>} {isInvented && <Chip>虚构</Chip>}{' '}
        {delistedOn && <Chip tone="bad">退市</Chip>}
        {initials && <Quiet>{initials}</Quiet>}
      </>
    ),
  },
  { key: 'code', title: '代码', width: 110 },
  {
    key: 'board',
    title: '板块',
    width: 100,
    render: ({ board }) => boardNames[board],
    text: ({ board }) => boardNames[board],
  },
  {
    key: 'listedOn',
    title: '上市',
    width: 150,
    render: ({ listedOn, delistedOn }) => (
      <>
        {listedOn ?? '—'}
        {delistedOn && <Quiet>{delistedOn} 退市</Quiet>}
      </>
    ),
  },
  {
    key: 'last',
    title: '最新价（元）',
    width: 140,
    align: 'right',
    render: ({ last, at }) => (
      <>
        {writePrice(last)}
        {at && <Quiet>{showTime(at)}</Quiet>}
      </>
    ),
    text: ({ last }) => last && last / 1000,
  },
  { key: 'lastDay', title: '最近的日线', width: 120, render: ({ lastDay }) => lastDay ?? '—' },
];
