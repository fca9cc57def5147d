import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { useRead } from '#admin/parts/data.ts';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages, wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AdminAdvert, type AdvertDay, listQuery } from '../../adverts/schema.ts';
import { advertColumns } from './advert-columns.tsx';
import { AdvertDialog } from './advert-dialog.tsx';
import { positions, showRate } from './positions.ts';

const positionOptions = positions.map(({ value, label }) => ({ value: String(value), label }));
const stateOptions = [
  { value: 'running', label: '展示中' },
  { value: 'waiting', label: '未开始' },
  { value: 'paused', label: '已暂停' },
  { value: 'ended', label: '已结束' },
];

/** Adverts by position, with their figures of the last 30 days. */
export function AdvertsTab() {
  const [opened, setOpened] = useState<AdminAdvert | 'new'>();
  const filters = useFilters(listQuery);
  const list = usePages('GET /admin/advert/list', filters.values);
  return (
    <>
      <FilterBar>
        <FilterSelect filters={filters} name="position" label="广告位" options={positionOptions} />
        <FilterSelect filters={filters} name="state" label="状态" options={stateOptions} />
        <Button type="primary" onClick={() => setOpened('new')}>
          投放广告
        </Button>
      </FilterBar>
      <DataTable
        label="广告"
        unit="个"
        list={list}
        columns={advertColumns(setOpened)}
        nameOf={({ title }) => `“${title}”`}
        onOpen={setOpened}
        changes={advertChanges}
        filters={filters}
        width={900}
        expand={{ render: ({ id }) => <AdvertDays id={id} />, isOpen: () => true }}
        empty={
          <EmptyState title="还没有广告">
            <p>投放后按时间自动上线、下线。</p>
          </EmptyState>
        }
      />
      {opened && (
        <AdvertDialog
          advert={opened === 'new' ? undefined : (list.rows.find(({ id }) => id === opened.id) ?? opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

const setPaused =
  (isPaused: boolean) =>
  ([id = '']: string[]) =>
    call('POST /admin/advert/pause', { body: { id, isPaused }, silent: true });

const advertChanges: readonly RowChange<AdminAdvert>[] = [
  {
    verb: '暂停',
    fits: ({ state, isPaused }) => state !== 'ended' && !isPaused,
    act: setPaused(true),
    undo: { verb: '恢复', act: setPaused(false) },
  },
  {
    verb: '恢复',
    fits: ({ state, isPaused }) => state !== 'ended' && isPaused,
    act: setPaused(false),
    undo: { verb: '暂停', act: setPaused(true) },
  },
  {
    verb: '删除',
    isDanger: true,
    warning: '曝光、点击数据也会一起删除，不能恢复。只想停一停可以用暂停。',
    fits: () => true,
    act: ([id = '']) => call('POST /admin/advert/delete', { body: { id }, silent: true }),
  },
];

/** Daily impressions and clicks of an advert in the last 30 days. */
const AdvertDays = ({ id }: { id: string }) => (
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
