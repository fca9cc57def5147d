import { Button, Segmented, Table, type TableColumnsType, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ReviewItem } from '#features/moderation/review/schema.ts';
import { formatBadge } from '#ui/marks/badge.tsx';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PageHead } from '../../../parts/page-head.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../moderation.module.css';
import { ItemDrawer } from './item-drawer.tsx';

type State = ReviewItem['state'];
const tabs: { key: State; label: string }[] = [
  { key: 'pending', label: '待审' },
  { key: 'approved', label: '已通过' },
  { key: 'changes', label: '待修改' },
  { key: 'rejected', label: '已退回' },
  { key: 'cancelled', label: '已撤回' },
];
const nothing: Record<State, string> = {
  pending: '没有等待审核的内容',
  approved: '还没有通过的内容',
  rejected: '还没有退回的内容',
  changes: '还没有要求修改的内容',
  cancelled: '还没有撤回的送审',
};
const kindNames = { post: '稿件', reference: '内参', comment: '评论' };
type Kind = ReviewItem['kind'];
const kinds = Object.keys(kindNames) as Kind[];

/** What waits for a reviewer, and what became of what waited. */
export function Screen() {
  const [query, setQuery] = useSearchParams();
  const state = tabs.find(({ key }) => key === query.get('state'))?.key ?? 'pending';
  const kind = kinds.find((one) => one === query.get('kind'));
  const choose = (next: { state?: State; kind?: Kind | undefined }) => {
    const chosen = { state, kind, ...next };
    setTrail([]);
    setQuery({
      ...(chosen.state !== 'pending' && { state: chosen.state }),
      ...(chosen.kind && { kind: chosen.kind }),
    });
  };
  const [trail, setTrail] = useState<string[]>([]);
  const [opened, setOpened] = useState<ReviewItem>();
  const cursor = trail.at(-1);
  const { data, fault, isLoading, reload } = useLoad(`${state} ${kind} ${cursor}`, (signal) =>
    call('GET /admin/moderation/list', {
      query: { state, kind, cursor, size: '20' },
      silent: true,
      signal,
    }),
  );
  const counts = useLoad(`counts ${data?.records.length}`, (signal) =>
    call('GET /admin/moderation/counts', { silent: true, signal }),
  );
  const waiting = Object.values(counts.data ?? {}).reduce((sum, count) => sum + count, 0);
  const items = data?.records.filter((item) => item.state === state && (!kind || item.kind === kind)) ?? [];
  return (
    <>
      <PageHead title="审核">
        <Button onClick={reload}>刷新</Button>
      </PageHead>
      <Tabs
        activeKey={state}
        items={tabs.map((tab) =>
          tab.key === 'pending' && waiting > 0 ? { ...tab, label: `待审 ${formatBadge(waiting)}` } : tab,
        )}
        aria-label="状态"
        onChange={(key) => choose({ state: key as State })}
      />
      <Segmented<Kind | 'all'>
        className={s.kinds ?? ''}
        aria-label="类型"
        value={kind ?? 'all'}
        options={[
          { value: 'all', label: '全部' },
          ...kinds.map((one) => ({ value: one, label: labelOf(one, counts.data?.[one] ?? 0) })),
        ]}
        onChange={(next) => choose({ kind: next === 'all' ? undefined : next })}
      />
      {fault ? (
        <Failed message={fault.message} onRetry={reload} />
      ) : (
        <Table<ReviewItem>
          rowKey="id"
          size="middle"
          loading={isLoading}
          dataSource={items}
          columns={columnsOf(setOpened)}
          pagination={false}
          locale={{
            emptyText: (
              <Void title={isLoading ? '正在取审核队列 …' : nothing[state]}>
                {!isLoading && state === 'pending' && (
                  <p>编辑送审的稿件、会员写的内参，和含有需审词的内容，会出现在这里。</p>
                )}
              </Void>
            ),
          }}
        />
      )}
      {(data?.cursor || trail.length > 0) && (
        <div className={s.pages}>
          <Button disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
            较新
          </Button>
          <Button disabled={!data?.cursor} onClick={() => data?.cursor && setTrail([...trail, data.cursor])}>
            较早
          </Button>
        </div>
      )}
      <ItemDrawer
        item={opened}
        onClose={() => setOpened(undefined)}
        onDecided={() => {
          setOpened(undefined);
          reload();
          counts.reload();
        }}
      />
    </>
  );
}

const labelOf = (kind: Kind, waiting: number): string =>
  waiting > 0 ? `${kindNames[kind]} ${formatBadge(waiting)}` : kindNames[kind];

const columnsOf = (onOpen: (item: ReviewItem) => void): TableColumnsType<ReviewItem> => [
  {
    title: '内容',
    key: 'title',
    render: (_, item) => (
      <>
        <button type="button" className={s.open} onClick={() => onOpen(item)}>
          {item.title}
        </button>
        <span className={s.below}>
          {item.note
            ? `处理意见：${item.note}`
            : item.reason || (item.kind === 'reference' ? '作者送审' : '编辑送审')}
        </span>
      </>
    ),
  },
  {
    title: '类型',
    dataIndex: 'kind',
    width: 80,
    responsive: ['md'],
    render: (kind: ReviewItem['kind']) => kindNames[kind],
  },
  {
    title: '送审人',
    key: 'by',
    width: 120,
    responsive: ['md'],
    ellipsis: true,
    render: (_, { submittedBy }) => submittedBy?.name ?? '系统',
  },
  {
    title: '处理人',
    key: 'decided',
    width: 120,
    responsive: ['lg'],
    ellipsis: true,
    render: (_, { decidedBy }) => decidedBy?.name ?? '—',
  },
  {
    title: '送审时间',
    dataIndex: 'submittedAt',
    width: 120,
    render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
  },
];
