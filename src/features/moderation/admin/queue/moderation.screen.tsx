import { Button } from 'antd';
import { useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { Page } from '#admin/parts/layout/page.tsx';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { FilterBar, FilterSelect } from '#admin/parts/list/filter-bar.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { showTime } from '#admin/parts/show-time.ts';
import { formatBadge } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type ReviewItem, reviewQuery } from '../../review/schema.ts';
import { ItemDrawer } from './item-drawer.tsx';
import { kindNames } from './kind-names.ts';

type State = ReviewItem['state'];
const emptyTitles: Record<State, string> = {
  pending: '没有等待审核的内容',
  approved: '还没有通过的内容',
  rejected: '还没有退回的内容',
  changes: '还没有要求修改的内容',
  cancelled: '还没有撤回的送审',
};
const viewsWithCount = (waiting: number) => [
  { name: '待审', filters: {}, count: waiting },
  { name: '已通过', filters: { state: 'approved' } },
  { name: '待修改', filters: { state: 'changes' } },
  { name: '已退回', filters: { state: 'rejected' } },
  { name: '已撤回', filters: { state: 'cancelled' } },
];

/** Review queue: waiting items, and decided ones with their outcome. */
export function Screen() {
  const [opened, setOpened] = useState<ReviewItem>();
  const filters = useFilters(reviewQuery);
  const { state = 'pending', kind } = filters.values;
  const list = usePages('GET /admin/moderation/list', filters.values);
  const { data: counts, refetch } = useRead('GET /admin/moderation/counts');
  const waiting = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  const refresh = () => {
    list.retry();
    void refetch();
  };
  return (
    <Page title="审核" tools={<Button onClick={refresh}>刷新</Button>}>
      <SavedViews list="moderation" builtIn={viewsWithCount(waiting)} filters={filters} />
      <FilterBar>
        <FilterSelect
          filters={filters}
          name="kind"
          label="类型"
          options={Object.entries(kindNames).map(([value, label]) => {
            const count = counts?.[value as ReviewItem['kind']] ?? 0;
            return { value, label: count > 0 ? `${label} ${formatBadge(count)}` : label };
          })}
        />
      </FilterBar>
      <DataTable
        label="审核记录"
        list={list}
        columns={columnsOf(setOpened)}
        nameOf={({ title }) => `《${title}》`}
        onOpen={setOpened}
        // The state alone does not count as a filter: each state is a queue that may be empty.
        filters={{ isNarrowed: kind !== undefined, clear: filters.clear }}
        empty={
          <EmptyState title={emptyTitles[state]}>
            {state === 'pending' && <p>编辑送审的稿件、会员写的内参，和含有需审词的内容，会出现在这里。</p>}
          </EmptyState>
        }
      />
      {opened && <ItemDrawer item={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

const submitterOf = ({ submittedBy }: ReviewItem) => submittedBy?.name ?? '系统';
const deciderOf = ({ decidedBy }: ReviewItem) => decidedBy?.name ?? '—';
const kindOf = ({ kind }: ReviewItem) => kindNames[kind];
const reasonOf = ({ note, reason, kind }: ReviewItem) =>
  note ? `处理意见：${note}` : reason || (kind === 'reference' ? '作者送审' : '编辑送审');

const columnsOf = (onOpen: (item: ReviewItem) => void): DataColumn<ReviewItem>[] => [
  {
    key: 'title',
    title: '内容',
    render: (item) => (
      <OpenButton onClick={() => onOpen(item)} below={reasonOf(item)}>
        {item.title}
      </OpenButton>
    ),
  },
  { key: 'kind', title: '类型', width: 80, from: 'md', render: kindOf, text: kindOf },
  { key: 'submittedBy', title: '送审人', width: 120, from: 'md', render: submitterOf, text: submitterOf },
  { key: 'decidedBy', title: '处理人', width: 120, from: 'lg', render: deciderOf, text: deciderOf },
  {
    key: 'submittedAt',
    title: '送审时间',
    width: 120,
    render: ({ submittedAt }) => <time dateTime={submittedAt}>{showTime(submittedAt)}</time>,
  },
];
