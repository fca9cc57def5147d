import { Button } from 'antd';
import { useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { Page, Row } from '#admin/parts/layout/page.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AdminComment, adminQuery } from '../manage/schema.ts';
import { CommentList } from './comment-list.tsx';
import { MutesDrawer } from './mutes-drawer.tsx';

const emptyTitles = {
  pending: '没有等待审核的评论',
  reported: '没有被举报的评论',
  hidden: '没有隐藏的评论',
  all: '还没有评论',
};
const viewsWithCounts = (counts: { pending: number; reported: number } | undefined) => [
  { name: '待审', filters: {}, count: counts?.pending ?? 0 },
  { name: '被举报', filters: { shelf: 'reported' }, count: counts?.reported ?? 0 },
  { name: '已隐藏', filters: { shelf: 'hidden' } },
  { name: '全部', filters: { shelf: 'all' } },
];

/** Comments that are pending, reported or hidden, or all of them; optionally of one post or one member. */
export function Screen() {
  const [isMutesOpen, setIsMutesOpen] = useState(false);
  const filters = useFilters(adminQuery);
  const { shelf: view = 'pending', postId, memberId } = filters.values;
  const list = usePages('GET /admin/comment/list', filters.values);
  const counts = useRead('GET /admin/comment/counts');
  const refresh = () => {
    list.retry();
    void counts.refetch();
  };
  return (
    <Page
      title="评论"
      tools={
        <>
          <Button onClick={() => setIsMutesOpen(true)}>禁言名单</Button>
          <Button onClick={refresh}>刷新</Button>
        </>
      }
    >
      <SavedViews list="comments" builtIn={viewsWithCounts(counts.data)} filters={filters} />
      {(postId || memberId) && (
        <Row>
          <span>{describeSubject(list.rows[0], filters.values)}</span>
          <Button size="small" onClick={() => filters.set({ postId: undefined, memberId: undefined })}>
            看所有的
          </Button>
        </Row>
      )}
      <CommentList
        list={list}
        empty={
          <EmptyState title={emptyTitles[view as keyof typeof emptyTitles]}>
            {view === 'pending' && <p>先审后发的评论，和含有需审词的评论，会出现在这里。</p>}
          </EmptyState>
        }
      />
      {isMutesOpen && <MutesDrawer onClose={() => setIsMutesOpen(false)} />}
    </Page>
  );
}

const describeSubject = (
  first: AdminComment | undefined,
  { postId, memberId }: { postId?: string | undefined; memberId?: string | undefined },
): string =>
  postId
    ? `只看《${first?.post.title ?? postId}》的评论`
    : `只看 ${first?.writer?.name ?? `会员 ${memberId}`} 的评论`;
