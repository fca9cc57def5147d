import type { PostPage, PostRecord } from '#features/posts/schema.ts';
import { dayOf } from '#shared/dates.ts';
import { type Ask, silently } from '../../api.ts';
import type { Place } from '../../page.ts';
import type { Advert } from '../../parts/ads/ad-carousel.tsx';
import { drawAdvert } from '../../parts/adverts.ts';
import { type MarksSeen, observeMarks } from '../../parts/marks/observe.ts';
import { popularTags } from '../../parts/popular-tags.ts';
import { loadRanks, type Ranks } from '../../parts/ranks.ts';
import { orNull } from '../../parts/settle.ts';
import { furtherSummary, type StoryRecord, trimStory } from '../../parts/story.ts';
import { type NewsChoice, readNewsChoice } from './news-choice.ts';

export type NewsRecord = Pick<
  PostRecord,
  'id' | 'kind' | 'columnId' | 'title' | 'summary' | 'publishedAt' | 'important' | 'tags' | 'views' | 'access'
>;

/** A stretch of the stream, newest first; `cursor` goes on, null at its end. */
export type NewsStretch = { records: NewsRecord[]; cursor: string | null };

export type NewsListData = {
  choice: NewsChoice;
  columnId: string;
  name: string;
  /** What stands before all others, above the whole stream. */
  pinned: StoryRecord[];
  stretch: NewsStretch;
  total: Count;
  /** News of today; null where the list is narrowed, or when it could not be told. */
  today: Count | null;
  tags: string[];
  ranks: Ranks | null;
  ads: Advert[];
};

export type Count = { total: number; isCapped: boolean };

const STRETCH = 20;
export const NEWS_RANKS = 10;

/** The first stretch of the stream, with the tags to narrow it by, the ranking and the advert beside it. */
export async function loadNewsList(ask: Ask, place: Place): Promise<NewsListData> {
  const choice = readNewsChoice(place.query);
  const columnId = place.column?.id ?? '1';
  const askAside = silently(ask);
  const list = 'GET /news/reception/getGlobalNewsList';
  const seen = observeMarks();
  const isNarrowed = choice.tag !== '' || choice.date !== '' || choice.cursor !== '';
  const [page, newest, today, ranks, ads, pinned] = await Promise.all([
    ask(list, stretchQuery(columnId, choice)),
    // The tags on offer stay the same while the reader goes from one to the next.
    isNarrowed ? orNull(askAside(list, { columnId, size: STRETCH })) : null,
    isNarrowed ? null : orNull(askAside(list, { columnId, startTime: dayOf(new Date()), size: 1 })),
    orNull(loadRanks(askAside, 'GET /news/reception/theCharts', { size: NEWS_RANKS })),
    orNull(askAside('POST /reception/getAdList', { adPosid: '3' })),
    isNarrowed ? null : orNull(askAside('GET /reception/getPinned', { columnId })),
  ]);
  return {
    choice,
    columnId,
    name: place.column?.columnName ?? place.item.meta.title,
    pinned: (pinned ?? []).map((record) => ({ ...trimStory(record), pinned: true })),
    stretch: toStretch(page, seen),
    total: countOf(page),
    today: today && countOf(today),
    tags: popularTags((newest ?? page).records, choice.tag),
    ranks,
    ads: drawAdvert(ads),
  };
}

/** The query of the stream from its top, or from the chosen place on. */
export const stretchQuery = (columnId: string, { tag, date, cursor }: NewsChoice) => ({
  columnId,
  tag: tag || undefined,
  startTime: date || undefined,
  endTime: date || undefined,
  cursor: cursor || undefined,
  size: STRETCH,
});

/** `seen` notes which of them the reader has collected. */
export function toStretch({ records, cursor }: PostPage, seen: MarksSeen): NewsStretch {
  seen.records(records);
  return { records: records.map(trimNews), cursor };
}

const countOf = ({ total, totalCapped = false }: PostPage): Count => ({ total, isCapped: totalCapped });

function trimNews(record: PostRecord): NewsRecord {
  const { id, kind, columnId, title, publishedAt, important, tags, views, access } = record;
  return {
    id,
    kind,
    columnId,
    title,
    summary: furtherSummary(record),
    publishedAt,
    important,
    tags,
    views,
    access,
  };
}
