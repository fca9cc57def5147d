import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#admin/api.ts';
import { useRead } from '#admin/parts/data.ts';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import type { RowChange } from '#admin/parts/list/use-row-changes.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type FeedItem, itemsQuery } from '../schema.ts';
import s from './feeds.module.css';
import { ItemDrawer } from './item-drawer.tsx';

const states = [
  { name: '待处理', filters: {} },
  { name: '已采用', filters: { state: 'approved' } },
  { name: '已忽略', filters: { state: 'dismissed' } },
];

/** Fetched items: read, publish, save as draft or dismiss, one by one or in bulk. */
export function Queue() {
  const [opened, setOpened] = useState<FeedItem>();
  const filters = useFilters(itemsQuery);
  const list = usePages('GET /admin/feed/items', filters.values);
  const sources = useRead('GET /admin/feed/list').data ?? [];
  const isPending = filters.values.state === undefined;
  return (
    <>
      <SavedViews list="feeds" builtIn={states} filters={filters} />
      <FilterBar>
        <FilterSelect
          filters={filters}
          name="sourceId"
          label="订阅源"
          options={sources.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Button onClick={list.retry}>刷新</Button>
      </FilterBar>
      <DataTable
        label="来稿"
        list={list}
        columns={columnsOf(setOpened)}
        nameOf={({ title }) => `《${title}》`}
        onOpen={setOpened}
        changes={isPending ? itemChanges : []}
        // The state alone does not count as a filter: each state is a queue that may be empty.
        filters={{ isNarrowed: filters.values.sourceId !== undefined, clear: filters.clear }}
        empty={
          <EmptyState
            title={isPending ? '没有等待处理的来稿' : '这里还没有来稿'}
            actions={sources.length === 0 && <Link to="?tab=sources">添加订阅源</Link>}
          >
            <p>订阅源按各自的间隔抓取，新的文章会出现在这里。</p>
          </EmptyState>
        }
      />
      {opened && <ItemDrawer id={opened.id} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const columnsOf = (onOpen: (item: FeedItem) => void): DataColumn<FeedItem>[] => [
  {
    key: 'title',
    title: '来稿',
    render: (item) => (
      <OpenButton onClick={() => onOpen(item)} below={<span className={s.summary}>{item.summary}</span>}>
        {item.title}
      </OpenButton>
    ),
  },
  { key: 'sourceName', title: '订阅源', width: 140 },
  {
    key: 'publishedAt',
    title: '原文时间',
    width: 120,
    from: 'lg',
    render: ({ publishedAt }) =>
      publishedAt ? <time dateTime={publishedAt}>{showTime(publishedAt)}</time> : '—',
  },
  {
    key: 'fetchedAt',
    title: '收到',
    width: 110,
    from: 'md',
    render: ({ fetchedAt }) => <time dateTime={fetchedAt}>{showTime(fetchedAt)}</time>,
  },
  {
    key: 'postId',
    title: '稿件',
    width: 90,
    from: 'md',
    render: ({ postId }) =>
      postId ? (
        <Link className="link" to={`/posts/${postId}`}>
          打开
        </Link>
      ) : (
        '—'
      ),
  },
];

// One item at a time: the server copies the images of each.
const approveAs = (as: 'published' | 'draft') => async (ids: string[]) => {
  const [id = ''] = ids;
  const { state } = await call('POST /admin/feed/approve', { body: { id, as }, silent: true });
  return [state === 'held' ? { id, note: '含有需审词，已送审' } : { id }];
};

const itemChanges: readonly RowChange<FeedItem>[] = [
  { verb: '发布', act: approveAs('published') },
  { verb: '存为草稿', act: approveAs('draft') },
  {
    verb: '忽略',
    act: (ids) => call('POST /admin/feed/dismiss', { body: { ids }, silent: true }),
    // Maximum number of ids per call.
    chunk: 100,
  },
];
