import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { FilterBar } from '#admin/parts/list/filter-bar.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type MissingRecord, missingQuery } from '../schema.ts';
import { RedirectDialog } from './redirect-dialog.tsx';

/** Addresses that readers asked for and nothing answered, the most frequent first. */
export function MissingList() {
  const [source, setSource] = useState<string>();
  const filters = useFilters(missingQuery);
  const list = usePages('GET /admin/redirect/missing', filters.values);
  const isIgnored = filters.values.ignored === '1';
  return (
    <>
      <FilterBar>
        <Checkbox
          checked={isIgnored}
          onChange={({ target }) => filters.set({ ignored: target.checked ? '1' : undefined })}
        >
          只看忽略过的
        </Checkbox>
      </FilterBar>
      <DataTable
        label="找不到的地址"
        unit="个"
        list={list}
        columns={columnsOf(setSource)}
        nameOf={({ address }) => address}
        onOpen={({ address }) => setSource(address)}
        changes={isIgnored ? [unignore, remove] : [ignore, remove]}
        filters={filters}
        empty={
          <EmptyState title="没有找不到的地址">
            <p>读者打开、这里却没有的页面会列在这里，最多 5000 个；扫描程序的试探不算。</p>
          </EmptyState>
        }
      />
      {source !== undefined && <RedirectDialog source={source} onClose={() => setSource(undefined)} />}
    </>
  );
}

const columnsOf = (onRedirect: (address: string) => void): DataColumn<MissingRecord>[] => [
  { key: 'address', title: '地址' },
  { key: 'hits', title: '次数', width: 80, align: 'right' },
  { key: 'referrer', title: '来自', width: 200, from: 'lg' },
  { key: 'firstAt', title: '首次', width: 130, from: 'xl', render: ({ firstAt }) => showTime(firstAt) },
  { key: 'lastAt', title: '最近', width: 130, from: 'md', render: ({ lastAt }) => showTime(lastAt) },
  {
    key: 'redirect',
    title: '跳转',
    width: 110,
    text: null,
    render: ({ address }) => (
      <Button size="small" aria-label={`给 ${address} 设置跳转`} onClick={() => onRedirect(address)}>
        设置跳转
      </Button>
    ),
  },
];

const send =
  (isIgnored: boolean) =>
  (ids: string[]): Promise<unknown> =>
    call('POST /admin/redirect/ignoreMissing', { body: { ids, isIgnored }, silent: true });

// Maximum number of ids per call.
const chunk = 100;
const ignore: RowChange<MissingRecord> = { verb: '忽略', fits: () => true, act: send(true), chunk };
const unignore: RowChange<MissingRecord> = { verb: '不再忽略', fits: () => true, act: send(false), chunk };
const remove: RowChange<MissingRecord> = {
  verb: '删除',
  isDanger: true,
  fits: () => true,
  warning: '再有人打开时，会重新开始计数。',
  act: (ids) => call('POST /admin/redirect/deleteMissing', { body: { ids }, silent: true }),
  chunk,
};
