import type { Column } from '#features/columns/schema.ts';
import type { PostPage } from '#features/posts/schema.ts';
import { type FetchCall, withoutAlerts } from '../../api.ts';
import type { PageLocation } from '../../page.ts';
import type { Advert } from '../../parts/ads/ad-carousel.tsx';
import { chooseAdvert } from '../../parts/adverts.ts';
import { loadSubscription, type Subscription } from '../../parts/column-subscription.tsx';
import { firstDay, LAST_PAGE, type ListFilter, PAGE_SIZE, readListFilter } from '../../parts/list-filter.ts';
import { popularTags } from '../../parts/popular-tags.ts';
import { postCalls } from '../../parts/post/post-calls.ts';
import { type ChartCall, loadRanks, type Ranks } from '../../parts/ranks.ts';
import { orNull } from '../../parts/settle-all.ts';
import { type RowRecord, toRowRecord } from '../../parts/story.ts';
import { recordUserState } from '../../parts/user-state/record-user-state.ts';

export type ArticleListData = {
  column: Pick<Column, 'id' | 'columnName' | 'description' | 'kind'>;
  filter: ListFilter;
  /** Pinned posts, on the first page of the unfiltered list. */
  pinned: RowRecord[];
  records: RowRecord[];
  total: number;
  isTotalCapped: boolean;
  pages: number;
  tags: string[];
  chart: ChartCall;
  ranks: Ranks | null;
  ads: Advert[];
  subscription: Subscription | null;
};

export const LIST_RANKS = 10;

/** Loads one page of a column, with its filter tags, ranking and advert. */
export async function loadArticleList(
  fetchCall: FetchCall,
  pageLocation: PageLocation,
): Promise<ArticleListData> {
  const { column } = pageLocation;
  if (!column) throw new Response(null, { status: 404 });
  const filter = readListFilter(pageLocation.query);
  const fetchQuietly = withoutAlerts(fetchCall);
  // A column that the publisher defines may hold any kind (docs/product.md §13).
  const { list, charts: chart } = postCalls(column.kind);
  const columnId = column.id;
  const startTime = firstDay(filter.period, new Date());
  const userState = recordUserState();
  const isNarrowed = filter.tag !== '' || filter.period !== '' || filter.current > 1;
  const [page, newest, ranks, ads, pinned, subscription] = await Promise.all([
    fetchCall(list, {
      columnId,
      startTime,
      tag: filter.tag || undefined,
      current: filter.current,
      size: PAGE_SIZE,
    }),
    // The filter tags come from the unfiltered list, so that they stay the same while the reader switches between them.
    isNarrowed ? orNull(fetchQuietly(list, { columnId, size: PAGE_SIZE })) : null,
    orNull(loadRanks(fetchQuietly, chart, { columnId, size: LIST_RANKS })),
    orNull(fetchQuietly('POST /reception/getAdList', { adPosid: '3' })),
    isNarrowed ? null : orNull(fetchQuietly('GET /reception/getPinned', { columnId })),
    loadSubscription(fetchQuietly, columnId, column.columnName),
  ]);
  userState.records([...(pinned ?? []), ...page.records]);
  return {
    column: {
      id: columnId,
      columnName: column.columnName,
      description: column.description,
      kind: column.kind,
    },
    filter,
    pinned: (pinned ?? []).map((record) => ({ ...toRowRecord(record), pinned: true })),
    ...toShownPage(page),
    tags: popularTags((newest ?? page).records, filter.tag),
    chart,
    ranks,
    ads: chooseAdvert(ads),
    subscription,
  };
}

const toShownPage = ({ records, total, totalCapped = false, pages }: PostPage) => ({
  records: records.map(toRowRecord),
  total,
  isTotalCapped: totalCapped,
  pages: Math.min(pages, LAST_PAGE),
});
