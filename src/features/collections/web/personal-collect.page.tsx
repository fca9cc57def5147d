import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toasts } from '#client/toasts.ts';
import { beginUserStateRead } from '#client/user-state.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { StateLabel } from '#ui/display/tag.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { FetchCall } from '#web/api.ts';
import { useClient } from '#web/client-context.ts';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { ListBar } from '#web/parts/personal/list-bar.tsx';
import { formatDay } from '#web/parts/personal/stamp.ts';
import { toStory } from '#web/parts/story.ts';
import { messageOf, silent } from '#web/parts/use-action.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useRowErrors } from '#web/parts/use-row-errors.ts';
import { useSiteContext } from '#web/site.ts';
import type { CollectPage, CollectRecord } from '../schema.ts';
import { ListSearch } from './list-search.tsx';
import { RecordList, RecordRow } from './record-row.tsx';

type Kind = 'article' | 'news';
type CollectFilter = { kind: Kind; keyword: string };

const filterAddress = ({ kind, keyword }: CollectFilter): string => {
  const query = new URLSearchParams({ ...(kind === 'news' && { kind }), ...(keyword && { keyword }) });
  return `/personal/collect${query.size > 0 ? `?${query}` : ''}`;
};

/** The member's collected posts (docs/product.md §2): articles and news in separate tabs. */
export const page = definePersonalPage({
  title: '我的收藏',
  load: async ({ fetchCall, pageLocation: { query } }) => {
    const filter: CollectFilter = {
      kind: query.get('kind') === 'news' ? 'news' : 'article',
      keyword: query.get('keyword')?.trim() ?? '',
    };
    return { choice: filter, first: await fetchCollects(fetchCall, filter) };
  },
  Body: ({ data: { choice: filter, first } }) => {
    const navigate = useNavigate();
    const { kind, keyword } = filter;
    return (
      <>
        <TabNav
          label="收藏类型"
          items={[
            {
              label: '文章',
              href: filterAddress({ kind: 'article', keyword: '' }),
              current: kind === 'article',
            },
            { label: '资讯', href: filterAddress({ kind: 'news', keyword: '' }), current: kind === 'news' },
          ]}
        />
        {(first.records.length > 0 || keyword !== '') && (
          <ListSearch
            label="在收藏里搜索"
            value={keyword}
            onSearch={(word) => void navigate(filterAddress({ kind, keyword: word }))}
          />
        )}
        <Collects key={filterAddress(filter)} filter={filter} first={first} />
      </>
    );
  },
});

function fetchCollects(
  fetchCall: FetchCall,
  { kind, keyword }: CollectFilter,
  cursor = '',
): Promise<CollectPage> {
  const query = { size: 20, ...(keyword && { keyword }), ...(cursor && { cursor }) };
  const call = kind === 'news' ? 'GET /member/newsCollects' : 'GET /member/articleCollects';
  return fetchCall(call, query, { isSilent: true });
}

function Collects({ filter, first }: { filter: CollectFilter; first: CollectPage }) {
  const { fetchCall, today } = useSiteContext();
  const list = useInfiniteList(
    first,
    ({ id }) => id,
    (cursor) => fetchCollects(fetchCall, filter, cursor),
  );
  const [removedCount, setRemovedCount] = useState(0);
  const { errors, remove } = useRemoveCollect(filter.kind, (change, delta) => {
    list.change(change);
    setRemovedCount((count) => count + delta);
  });
  if (list.records.length === 0 && list.state === 'end') return <NoCollects filter={filter} />;
  return (
    <>
      <ListBar>
        共{' '}
        <span className="fig">
          {first.total - removedCount}
          {first.totalCapped && '+'}
        </span>{' '}
        {filter.kind === 'news' ? '条' : '篇'}，新收藏的在前
      </ListBar>
      <RecordList label="收藏">
        {list.records.map((collect) => (
          <RecordRow
            key={collect.id}
            title={collect.title}
            story={collect.record ? { ...toStory(collect.record, today), views: undefined } : undefined}
            note={
              <>
                {collect.isWithdrawn && <StateLabel tone="off">已下架</StateLabel>}
                <span>
                  收藏于 <time dateTime={collect.collectedAt}>{formatDay(collect.collectedAt, today)}</time>
                </span>
              </>
            }
            error={errors[collect.id]}
            action={
              <Button
                size="s"
                aria-label={`${removeLabel(collect)}：${collect.title}`}
                onClick={() => void remove(collect)}
              >
                {removeLabel(collect)}
              </Button>
            }
          />
        ))}
      </RecordList>
      <div ref={list.sentinel}>
        <LoadMore state={list.state} noun="更早的收藏" onMore={list.more} />
      </div>
    </>
  );
}

/** Replaces the records; `delta` is added to the number of removed ones. */
type ChangeRecords = (to: (records: CollectRecord[]) => CollectRecord[], delta: 1 | -1) => void;

/**
 * Removes a collect optimistically; on failure it returns with the reason. While the toast is shown, a post that is
 * still published can be collected again.
 */
function useRemoveCollect(kind: Kind, change: ChangeRecords) {
  const client = useClient();
  const { errors, setError } = useRowErrors();
  const isNews = kind === 'news';

  const setCollected = (collect: CollectRecord, isOn: boolean, recordId: string | null) => {
    const id = collect.record?.id;
    if (id) beginUserStateRead()({ of: kind, id }, { isOn, recordId });
  };

  async function restore(collect: CollectRecord, index: number) {
    const id = collect.record?.id ?? '';
    try {
      const added = isNews
        ? await client().call('POST /member/addNewsCollect', { query: { newsId: id } })
        : await client().call('POST /member/addArticleCollect', { query: { articleId: id } });
      change((records) => records.toSpliced(index, 0, { ...collect, id: added.id }), -1);
      setCollected(collect, true, added.id);
    } catch {
      // The alert has shown the error, and the post stays removed.
    }
  }

  async function remove(collect: CollectRecord) {
    let index = 0;
    setError(collect.id, undefined);
    change((records) => {
      index = records.findIndex(({ id }) => id === collect.id);
      return records.filter(({ id }) => id !== collect.id);
    }, 1);
    const call = isNews ? 'POST /member/deleteNewsCollect' : 'POST /member/deleteArticleCollect';
    try {
      await client().call(call, { query: { id: collect.id }, ...silent });
    } catch (failure) {
      change((records) => records.toSpliced(index, 0, collect), -1);
      return setError(collect.id, messageOf(failure));
    }
    setCollected(collect, false, null);
    if (collect.record) toasts.withAction('已取消收藏', '撤销', () => void restore(collect, index));
    else toasts.success('已移除');
  }

  return { errors, remove };
}

const removeLabel = ({ isWithdrawn }: CollectRecord): string => (isWithdrawn ? '移除' : '取消收藏');

function NoCollects({ filter: { kind, keyword } }: { filter: CollectFilter }) {
  const noun = kind === 'news' ? '资讯' : '文章';
  if (keyword !== '')
    return (
      <EmptyState
        illustration="search"
        title={`收藏里没有含“${keyword}”的${noun}`}
        actions={
          <ButtonLink size="s" href={filterAddress({ kind, keyword: '' })}>
            看全部收藏
          </ButtonLink>
        }
      >
        <p>换个词试试，或到站内搜索里找。</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title={`还没有收藏${noun}`}
      actions={
        <ButtonLink size="s" href={kind === 'news' ? '/globalInfo' : '/rined'}>
          {kind === 'news' ? '去看资讯' : '去看研报'}
        </ButtonLink>
      }
    >
      <p>读到想留下的，按“收藏”，就会在这里。</p>
    </EmptyState>
  );
}
