import { useState } from 'react';
import { useNavigate } from 'react-router';
import { startObserving } from '#client/marks.ts';
import { toasts } from '#client/toasts.ts';
import type { CollectPage, CollectRecord } from '#features/collections/schema.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { State } from '#ui/marks/tag.tsx';
import { Void } from '#ui/states/void.tsx';
import type { Ask } from '../../../api.ts';
import { useClient } from '../../../client-context.ts';
import { toStory } from '../../../parts/story.ts';
import { messageOf, silent } from '../../../parts/use-act.ts';
import { useEndless } from '../../../parts/use-endless.ts';
import { useSurroundings } from '../../../site.ts';
import { ListBar } from '../list-bar.tsx';
import { definePersonalPage } from '../personal-page.tsx';
import { dayName } from '../stamp.ts';
import { ListSearch } from './list-search.tsx';
import { RecordList, RecordRow } from './record-row.tsx';
import { useRowErrors } from './use-row-errors.ts';

type Kind = 'article' | 'news';
type Choice = { kind: Kind; keyword: string };

const addressOf = ({ kind, keyword }: Choice): string => {
  const query = new URLSearchParams({ ...(kind === 'news' && { kind }), ...(keyword && { keyword }) });
  return `/personal/collect${query.size > 0 ? `?${query}` : ''}`;
};

/** The reader's favourites (seed §2): articles and information apart. */
export const page = definePersonalPage({
  title: '我的收藏',
  load: async ({ ask, place: { query } }) => {
    const choice: Choice = {
      kind: query.get('kind') === 'news' ? 'news' : 'article',
      keyword: query.get('keyword')?.trim() ?? '',
    };
    return { choice, first: await askCollects(ask, choice) };
  },
  Body: ({ data: { choice, first } }) => {
    const navigate = useNavigate();
    const { kind, keyword } = choice;
    return (
      <>
        <TabNav
          label="收藏类型"
          items={[
            { label: '文章', href: addressOf({ kind: 'article', keyword: '' }), current: kind === 'article' },
            { label: '资讯', href: addressOf({ kind: 'news', keyword: '' }), current: kind === 'news' },
          ]}
        />
        {(first.records.length > 0 || keyword !== '') && (
          <ListSearch
            label="在收藏里搜索"
            value={keyword}
            onSearch={(word) => void navigate(addressOf({ kind, keyword: word }))}
          />
        )}
        <Collects key={addressOf(choice)} choice={choice} first={first} />
      </>
    );
  },
});

function askCollects(ask: Ask, { kind, keyword }: Choice, cursor = ''): Promise<CollectPage> {
  const query = { size: 20, ...(keyword && { keyword }), ...(cursor && { cursor }) };
  const call = kind === 'news' ? 'GET /member/newsCollects' : 'GET /member/articleCollects';
  return ask(call, query, { isSilent: true });
}

function Collects({ choice, first }: { choice: Choice; first: CollectPage }) {
  const { ask, today } = useSurroundings();
  const list = useEndless(
    first,
    ({ id }) => id,
    (cursor) => askCollects(ask, choice, cursor),
  );
  const [taken, setTaken] = useState(0);
  const { errors, remove } = useRemoval(choice.kind, (change, by) => {
    list.change(change);
    setTaken((count) => count + by);
  });
  if (list.records.length === 0 && list.state === 'end') return <NoCollects choice={choice} />;
  return (
    <>
      <ListBar>
        共{' '}
        <span className="fig">
          {first.total - taken}
          {first.totalCapped && '+'}
        </span>{' '}
        {choice.kind === 'news' ? '条' : '篇'}，新收藏的在前
      </ListBar>
      <RecordList label="收藏">
        {list.records.map((collect) => (
          <RecordRow
            key={collect.id}
            title={collect.title}
            story={collect.record ? { ...toStory(collect.record, today), views: undefined } : undefined}
            note={
              <>
                {collect.isWithdrawn && <State tone="off">已下架</State>}
                <span>
                  收藏于 <time dateTime={collect.collectedAt}>{dayName(collect.collectedAt, today)}</time>
                </span>
              </>
            }
            error={errors[collect.id]}
            action={
              <Button size="s" aria-label={`取消收藏：${collect.title}`} onClick={() => void remove(collect)}>
                {collect.isWithdrawn ? '移除' : '取消收藏'}
              </Button>
            }
          />
        ))}
      </RecordList>
      <div ref={list.foot}>
        <LoadMore state={list.state} noun="更早的收藏" onMore={list.more} />
      </div>
    </>
  );
}

/** Puts other records in their place; `by` more of them are taken out than before. */
type Change = (to: (records: CollectRecord[]) => CollectRecord[], by: 1 | -1) => void;

/**
 * Takes a collect out at once and tells the server; what fails comes back with the reason. A piece that is still
 * out can be put back for as long as the offer stands.
 */
function useRemoval(kind: Kind, change: Change) {
  const client = useClient();
  const { errors, fail } = useRowErrors();
  const isNews = kind === 'news';

  const markAs = (collect: CollectRecord, isOn: boolean, recordId: string | null) => {
    const id = collect.record?.id;
    if (id) startObserving()({ of: kind, id }, { isOn, recordId });
  };

  async function putBack(collect: CollectRecord, place: number) {
    const id = collect.record?.id ?? '';
    try {
      const added = isNews
        ? await client().call('POST /member/addNewsCollect', { query: { newsId: id } })
        : await client().call('POST /member/addArticleCollect', { query: { articleId: id } });
      change((records) => records.toSpliced(place, 0, { ...collect, id: added.id }), -1);
      markAs(collect, true, added.id);
    } catch {
      // The person has been told in the alert, and the piece stays taken out.
    }
  }

  async function remove(collect: CollectRecord) {
    let place = 0;
    fail(collect.id, undefined);
    change((records) => {
      place = records.findIndex(({ id }) => id === collect.id);
      return records.filter(({ id }) => id !== collect.id);
    }, 1);
    const call = isNews ? 'POST /member/deleteNewsCollect' : 'POST /member/deleteArticleCollect';
    try {
      await client().call(call, { query: { id: collect.id }, ...silent });
    } catch (failure) {
      change((records) => records.toSpliced(place, 0, collect), -1);
      return fail(collect.id, messageOf(failure));
    }
    markAs(collect, false, null);
    if (collect.record) toasts.offer('已取消收藏', '撤销', () => void putBack(collect, place));
    else toasts.success('已移除');
  }

  return { errors, remove };
}

function NoCollects({ choice: { kind, keyword } }: { choice: Choice }) {
  const noun = kind === 'news' ? '资讯' : '文章';
  if (keyword !== '')
    return (
      <Void
        art="search"
        title={`收藏里没有含“${keyword}”的${noun}`}
        actions={
          <ButtonLink size="s" href={addressOf({ kind, keyword: '' })}>
            看全部收藏
          </ButtonLink>
        }
      >
        <p>换个词试试，或到站内搜索里找。</p>
      </Void>
    );
  return (
    <Void
      title={`还没有收藏${noun}`}
      actions={
        <ButtonLink size="s" href={kind === 'news' ? '/globalInfo' : '/rined'}>
          {kind === 'news' ? '去看资讯' : '去看研报'}
        </ButtonLink>
      }
    >
      <p>读到想留下的，按“收藏”，就会在这里。</p>
    </Void>
  );
}
