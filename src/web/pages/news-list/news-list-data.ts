import { isLoggedIn } from '#client/session.ts';
import type { PostPage, PostRecord } from '#features/posts/schema.ts';
import { dayOf } from '#shared/dates.ts';
import { type FetchCall, withoutAlerts } from '../../api.ts';
import type { PageLocation } from '../../page.ts';
import type { Advert } from '../../parts/ads/ad-carousel.tsx';
import { chooseAdvert } from '../../parts/adverts.ts';
import { loadSubscription, type Subscription } from '../../parts/column-subscription.tsx';
import { popularTags } from '../../parts/popular-tags.ts';
import { loadRanks, type Ranks } from '../../parts/ranks.ts';
import { orNull } from '../../parts/settle-all.ts';
import { type StoryRecord, toStoryRecord } from '../../parts/story.ts';
import { recordUserState, type UserStateRecorder } from '../../parts/user-state/record-user-state.ts';
import { type NewsFilter, readNewsFilter } from './news-filter.ts';

export type NewsRecord = Pick<
  PostRecord,
  | 'id'
  | 'kind'
  | 'columnId'
  | 'title'
  | 'summary'
  | 'publishedAt'
  | 'important'
  | 'tags'
  | 'views'
  | 'access'
  | 'price'
>;

/** A page of the stream, newest first, and the cursor of the next page (null at the end). */
export type NewsSlice = { records: NewsRecord[]; cursor: string | null };

/** The first page of the stream and the counts above it. */
export type NewestNews = {
  slice: NewsSlice;
  total: Count;
  /** Number of news of today; null if the list is filtered or the call failed. */
  today: Count | null;
};

export type NewsListData = {
  filter: NewsFilter;
  columnId: string;
  name: string;
  /** Pinned posts, above the unfiltered stream. */
  pinned: StoryRecord[];
  newest: NewestNews;
  tags: string[];
  ranks: Ranks | null;
  ads: Advert[];
  subscription: Subscription | null;
};

export type Count = { total: number; isCapped: boolean };

const SLICE_SIZE = 20;
export const NEWS_RANK_SIZE = 10;

const LIST = 'GET /news/reception/getGlobalNewsList';

/** Loads the first page of the stream, with its filter tags, ranking and adverts. */
export async function loadNewsList(fetchCall: FetchCall, pageLocation: PageLocation): Promise<NewsListData> {
  const filter = readNewsFilter(pageLocation.query);
  const columnId = pageLocation.column?.id ?? '1';
  const name = pageLocation.column?.columnName ?? pageLocation.item.meta.title;
  const fetchQuietly = withoutAlerts(fetchCall);
  const isFiltered = isNarrowed(filter);
  const [newest, unfiltered, ranks, ads, pinned, subscription] = await Promise.all([
    fetchNewest(fetchCall, columnId, filter),
    // The filter tags come from the unfiltered list, so that they stay the same while the reader switches between them.
    isFiltered ? orNull(fetchQuietly(LIST, { columnId, size: SLICE_SIZE })) : null,
    orNull(loadRanks(fetchQuietly, 'GET /news/reception/theCharts', { size: NEWS_RANK_SIZE })),
    orNull(fetchQuietly('POST /reception/getAdList', { adPosid: '3' })),
    isFiltered ? null : orNull(fetchQuietly('GET /reception/getPinned', { columnId })),
    loadSubscription(fetchQuietly, columnId, name),
  ]);
  return {
    filter,
    columnId,
    name,
    pinned: (pinned ?? []).map((record) => ({ ...toStoryRecord(record), pinned: true })),
    newest,
    tags: popularTags((unfiltered ?? newest.slice).records, filter.tag),
    ranks,
    ads: chooseAdvert(ads),
    subscription,
  };
}

/** Loads the first page of the stream and the counts above it; called again whenever news are published. */
export async function fetchNewest(
  fetchCall: FetchCall,
  columnId: string,
  filter: NewsFilter,
): Promise<NewestNews> {
  // A visitor watches nothing; the page offers the log-in.
  if (filter.watched && !isLoggedIn())
    return { slice: { records: [], cursor: null }, total: { total: 0, isCapped: false }, today: null };
  const [page, today] = await Promise.all([
    fetchCall(LIST, sliceQuery(columnId, filter)),
    isNarrowed(filter)
      ? null
      : orNull(withoutAlerts(fetchCall)(LIST, { columnId, startTime: dayOf(new Date()), size: 1 })),
  ]);
  return {
    slice: toSlice(page, recordUserState()),
    total: toCount(page),
    today: today && toCount(today),
  };
}

/** Loads the page of the stream below a cursor. */
export async function fetchOlder(
  fetchCall: FetchCall,
  columnId: string,
  filter: NewsFilter,
): Promise<NewsSlice> {
  const userState = recordUserState();
  return toSlice(await withoutAlerts(fetchCall)(LIST, sliceQuery(columnId, filter)), userState);
}

const isNarrowed = ({ watched, important, tag, date, cursor }: NewsFilter): boolean =>
  Boolean(watched || important || tag || date || cursor);

/** Returns the query of the stream, from its top or from the cursor on. */
const sliceQuery = (columnId: string, { watched, important, tag, date, cursor }: NewsFilter) => ({
  columnId,
  watched: watched ? ('1' as const) : undefined,
  important: important ? ('1' as const) : undefined,
  tag: tag || undefined,
  startTime: date || undefined,
  endTime: date || undefined,
  cursor: cursor || undefined,
  size: SLICE_SIZE,
});

/** Converts a page of posts; `userState` records which of them the reader has collected. */
function toSlice({ records, cursor }: PostPage, userState: UserStateRecorder): NewsSlice {
  userState.records(records);
  return { records: records.map(toNewsRecord), cursor };
}

const toCount = ({ total, totalCapped = false }: PostPage): Count => ({ total, isCapped: totalCapped });

function toNewsRecord(record: PostRecord): NewsRecord {
  const { id, kind, columnId, title, summary, publishedAt, important, tags, views, access, price } = record;
  return {
    id,
    kind,
    columnId,
    title,
    summary,
    publishedAt,
    important,
    tags,
    views,
    access,
    price,
  };
}
