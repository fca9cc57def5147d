import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { useRead } from '#admin/parts/data.ts';
import { Row } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { Below, DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { wholeList } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { formatBadge } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { FeedSource } from '../schema.ts';
import s from './feeds.module.css';
import { describeFetch, SourceDialog } from './source-dialog.tsx';

/** The feed sources, each with the error of its last fetch. */
export function Sources() {
  const [opened, setOpened] = useState<FeedSource | 'new'>();
  const list = wholeList(useRead('GET /admin/feed/list'));
  return (
    <>
      <Row>
        <Button type="primary" onClick={() => setOpened('new')}>
          添加订阅源
        </Button>
      </Row>
      <DataTable
        label="订阅源"
        unit="个"
        list={list}
        columns={columnsOf(setOpened)}
        nameOf={({ name }) => `“${name}”`}
        onOpen={setOpened}
        changes={sourceChanges}
        empty={
          <EmptyState title="还没有订阅源">
            <p>填一个 RSS 或 Atom 地址，它的新文章会自动进入来稿。</p>
          </EmptyState>
        }
      />
      {opened && (
        <SourceDialog source={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}

const sourceChanges: readonly RowChange<FeedSource>[] = [
  {
    verb: '抓取',
    fits: () => true,
    act: async ([id = '']) => {
      const { added, error } = await call('POST /admin/feed/fetch', { body: { id }, silent: true });
      return [error ? { id, fault: error } : { id, note: describeFetch(added) }];
    },
  },
  {
    verb: '删除',
    isDanger: true,
    fits: () => true,
    warning: '等待处理的来稿会一起删除，已经采用的稿件不受影响。',
    act: ([id = '']) => call('POST /admin/feed/delete', { body: { id }, silent: true }),
  },
];

const columnsOf = (onOpen: (source: FeedSource) => void): DataColumn<FeedSource>[] => [
  { key: 'name', title: '订阅源', render: (source) => <Name source={source} onOpen={onOpen} /> },
  { key: 'columnName', title: '栏目', width: 120, from: 'md' },
  {
    key: 'intervalMinutes',
    title: '间隔',
    width: 90,
    from: 'lg',
    render: ({ intervalMinutes }) => `${intervalMinutes} 分钟`,
  },
  {
    key: 'pending',
    title: '待处理',
    width: 80,
    align: 'right',
    from: 'md',
    sort: (a, b) => a.pending - b.pending,
    render: ({ pending }) => formatBadge(pending),
  },
  {
    key: 'lastFetchedAt',
    title: '上次 / 下次',
    width: 130,
    from: 'lg',
    render: ({ lastFetchedAt, nextFetchAt, isActive }) => (
      <>
        {lastFetchedAt ? <time dateTime={lastFetchedAt}>{showTime(lastFetchedAt)}</time> : '还没有'}
        {isActive && (
          <Below>
            <time dateTime={nextFetchAt}>{showTime(nextFetchAt)}</time>
          </Below>
        )}
      </>
    ),
  },
];

const Name = ({ source, onOpen }: { source: FeedSource; onOpen: (source: FeedSource) => void }) => (
  <>
    <OpenButton onClick={() => onOpen(source)} below={source.url}>
      {source.name}
      {!source.isActive && '（已停用）'}
    </OpenButton>
    {source.lastError && (
      <Below>
        <span className={s.fault}>
          {source.failures > 1 && `连续 ${source.failures} 次：`}
          {source.lastError}
        </span>
      </Below>
    )}
  </>
);
