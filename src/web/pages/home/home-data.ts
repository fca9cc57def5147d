import type { ContestFront } from '#features/contest/schema.ts';
import type { EconomicEvent } from '#features/economic-events/schema.ts';
import type { Advert as AdvertRecord } from '#features/frontpage/adverts/schema.ts';
import type { HotAuthor, PostRecord } from '#features/posts/schema.ts';
import type { HomeQuote } from '#features/securities/schema.ts';
import { type FetchCall, withoutAlerts } from '../../api.ts';
import type { Advert } from '../../parts/ads/ad-carousel.tsx';
import { chooseAdvert, toAdverts } from '../../parts/adverts.ts';
import { loadRanks, type Ranks } from '../../parts/ranks.ts';
import { settleAll } from '../../parts/settle-all.ts';
import { type StoryRecord, toStoryRecord } from '../../parts/story.ts';
import { arrangeFront, preferUnseen } from './arrange-front.ts';

/** The data of the front page. A part is null if it failed, and empty if there is nothing to show. */
export type HomeData = {
  ads: Advert[];
  sideAds: Advert[];
  front: FrontRecords | null;
  strip: StripRecord[] | null;
  ranks: Ranks | null;
  free: StoryRecord[] | null;
  information: StoryRecord[] | null;
  reports: StoryRecord[] | null;
  vip: VipRecord[] | null;
  references: StoryRecord[] | null;
  authors: HotAuthor[] | null;
  contest: ContestFront | null;
  quotes: HomeQuote[] | null;
  events: EconomicEvent[] | null;
};

export type FrontRecords = {
  lead: StoryRecord | undefined;
  also: TitleRecord[];
  seconds: StoryRecord[];
  cards: StoryRecord[];
};
export type VipRecord = StoryRecord & Pick<PostRecord, 'wordCount'>;
export type TitleRecord = Pick<PostRecord, 'id' | 'columnId' | 'title'>;
export type StripRecord = TitleRecord & Pick<PostRecord, 'publishedAt' | 'important'>;

/** Number of news on the strip (docs/product.md §2 gives none; the space beside the lead fits ten). */
export const LIVE_STRIP_SIZE = 10;
export const HOME_RANK_SIZE = 10;
export const HOT_AUTHOR_COUNT = 6;
const REFERENCE_COUNT = 4;
const NEWS_COUNT = 7;

/** Loads the front page. @throws if all parts failed */
export async function loadHome(fetchCall: FetchCall): Promise<HomeData> {
  // Each part shows its own error.
  const fetchQuietly = withoutAlerts(fetchCall);
  const parts = await settleAll({
    ads: fetchQuietly('POST /reception/getAdList', { adPosid: '1' }),
    sideAds: fetchQuietly('POST /reception/getAdList', { adPosid: '2' }),
    pinned: fetchQuietly('GET /reception/getPinned'),
    newest: fetchQuietly('GET /reception/article/newAllArticleList', { size: 20 }),
    news: fetchQuietly('GET /news/reception/getGlobalNewsList', { size: LIVE_STRIP_SIZE + NEWS_COUNT }),
    ranks: loadRanks(fetchQuietly, 'GET /reception/article/researchCharts', { size: HOME_RANK_SIZE }),
    free: fetchQuietly('GET /reception/article/newNoVIPArticleList', { size: 12 }),
    reports: fetchQuietly('GET /reception/article/newResearchArticleList', { size: 8 }),
    vip: fetchQuietly('GET /reception/article/newArticleList', { size: 9 }),
    references: fetchQuietly('GET /reception/getOneInternalReferenceList', { size: REFERENCE_COUNT }),
    authors: fetchQuietly('GET /reception/author/getHotAuthorList', { size: HOT_AUTHOR_COUNT }),
    contest: fetchQuietly('GET /reception/contest/front'),
    quotes: fetchQuietly('GET /reception/homeQuotes'),
    events: fetchQuietly('GET /reception/economicEvents'),
  });
  return arrange({
    ...parts,
    news: parts.news?.records ?? null,
    references: parts.references?.records ?? null,
  });
}

type FetchedLists = {
  ads: AdvertRecord[] | null;
  sideAds: AdvertRecord[] | null;
  pinned: PostRecord[] | null;
  newest: PostRecord[] | null;
  news: PostRecord[] | null;
  ranks: Ranks | null;
  free: PostRecord[] | null;
  reports: PostRecord[] | null;
  vip: PostRecord[] | null;
  references: PostRecord[] | null;
  authors: HotAuthor[] | null;
  contest: ContestFront | null;
  quotes: HomeQuote[] | null;
  events: EconomicEvent[] | null;
};

function arrange(lists: FetchedLists): HomeData {
  const front = toFront(lists);
  const shown = new Set(
    [front?.lead, ...(front?.seconds ?? []), ...(front?.cards ?? [])].map((record) => record?.id ?? ''),
  );
  const sideAds = chooseAdvert(lists.sideAds);
  // The advert below the reports makes the row taller, so the parts beside it show more posts.
  const isTall = sideAds.length > 0;
  return {
    ads: toAdverts(lists.ads),
    sideAds,
    front,
    strip: lists.news?.slice(0, LIVE_STRIP_SIZE).map(toStripRecord) ?? null,
    ranks: lists.ranks,
    free: lists.free && preferUnseen(lists.free, shown, isTall ? 4 : 3).map(toStoryRecord),
    information: lists.news && withoutStrip(lists.news, isTall ? NEWS_COUNT : 5).map(toTextRecord),
    reports: lists.reports && preferUnseen(lists.reports, shown, 5).map(toTextRecord),
    vip: lists.vip && preferUnseen(lists.vip, shown, 6).map(toVipRecord),
    references: lists.references?.map(toStoryRecord) ?? null,
    authors: lists.authors,
    contest: lists.contest,
    quotes: lists.quotes,
    events: lists.events,
  };
}

// A site that has only news opens with news.
function toFront({ newest, news, pinned }: FetchedLists): FrontRecords | null {
  if (!newest && !news?.length) return null;
  const pinnedRecords = pinned ?? [];
  const { lead, also, seconds, cards } = arrangeFront(newest?.length ? newest : (news ?? []), pinnedRecords);
  const toRecord = (record: PostRecord): StoryRecord =>
    pinnedRecords.some(({ id }) => id === record.id)
      ? { ...toStoryRecord(record), pinned: true }
      : toStoryRecord(record);
  return {
    lead: lead && toRecord(lead),
    also: also.map(toTitleRecord),
    seconds: seconds.map(toRecord),
    cards: cards.map(toRecord),
  };
}

// The first is shown as a story, the others by their titles.
const toVipRecord = (record: PostRecord, index: number): VipRecord => ({
  ...(index === 0 ? toStoryRecord(record) : toTextRecord(record)),
  wordCount: record.wordCount,
});

// A new site has fewer news than the strip holds; then the first ones appear in both places.
const withoutStrip = (news: PostRecord[], count: number): PostRecord[] =>
  news.slice(news.length >= LIVE_STRIP_SIZE + 3 ? LIVE_STRIP_SIZE : 0).slice(0, count);

// A text story shows neither summary nor cover; without them the embedded data is smaller.
const toTextRecord = (record: PostRecord): StoryRecord => ({
  ...toStoryRecord(record),
  summary: '',
  cover: null,
});

const toTitleRecord = ({ id, columnId, title }: PostRecord): TitleRecord => ({ id, columnId, title });

export const toStripRecord = ({ id, columnId, title, publishedAt, important }: PostRecord): StripRecord => ({
  ...{ id, columnId, title },
  ...{ publishedAt, important },
});
