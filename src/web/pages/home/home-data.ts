import type { ContestFront } from '#features/contest/schema.ts';
import type { Advert as AdvertRecord } from '#features/frontpage/adverts/schema.ts';
import type { HotAuthor, PostRecord } from '#features/posts/schema.ts';
import { type Ask, silently } from '../../api.ts';
import type { Advert } from '../../parts/ads/ad-carousel.tsx';
import { drawAdvert, toAdverts } from '../../parts/adverts.ts';
import { loadRanks, type Ranks } from '../../parts/ranks.ts';
import { settleAll } from '../../parts/settle.ts';
import { type StoryRecord, trimStory } from '../../parts/story.ts';
import { arrangeFront, takeFresh } from './arrange-front.ts';

/** What the front page shows. A part is null when it failed, and empty when there is nothing. */
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

/** News on the strip (seed §2 gives no number; a screen beside the lead holds ten). */
export const STRIP_SIZE = 10;
export const HOME_RANKS = 10;
export const HOT_AUTHORS = 6;
const REFERENCES = 4;
const INFORMATION = 7;

/** @throws when not a single part arrived */
export async function loadHome(loud: Ask): Promise<HomeData> {
  // Each part shows its own failure.
  const ask = silently(loud);
  const parts = await settleAll({
    ads: ask('POST /reception/getAdList', { adPosid: '1' }),
    sideAds: ask('POST /reception/getAdList', { adPosid: '2' }),
    pinned: ask('GET /reception/getPinned'),
    newest: ask('GET /reception/article/newAllArticleList', { size: 20 }),
    news: ask('GET /news/reception/getGlobalNewsList', { size: STRIP_SIZE + INFORMATION }),
    ranks: loadRanks(ask, 'GET /reception/article/researchCharts', { size: HOME_RANKS }),
    free: ask('GET /reception/article/newNoVIPArticleList', { size: 12 }),
    reports: ask('GET /reception/article/newResearchArticleList', { size: 8 }),
    vip: ask('GET /reception/article/newArticleList', { size: 9 }),
    references: ask('GET /reception/getOneInternalReferenceList', { size: REFERENCES }),
    authors: ask('GET /reception/author/getHotAuthorList', { size: HOT_AUTHORS }),
    contest: ask('GET /reception/contest/front'),
  });
  return arrange({
    ...parts,
    news: parts.news?.records ?? null,
    references: parts.references?.records ?? null,
  });
}

type Lists = {
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
};

function arrange(lists: Lists): HomeData {
  const front = toFront(lists);
  const shown = new Set(
    [front?.lead, ...(front?.seconds ?? []), ...(front?.cards ?? [])].map((record) => record?.id ?? ''),
  );
  const sideAds = drawAdvert(lists.sideAds);
  // The advert under the reports makes the row taller: the parts beside it fill it.
  const isTall = sideAds.length > 0;
  return {
    ads: toAdverts(lists.ads),
    sideAds,
    front,
    strip: lists.news?.slice(0, STRIP_SIZE).map(trimStrip) ?? null,
    ranks: lists.ranks,
    free: lists.free && takeFresh(lists.free, shown, isTall ? 4 : 3).map(trimStory),
    information: lists.news && afterStrip(lists.news, isTall ? INFORMATION : 5).map(trimText),
    reports: lists.reports && takeFresh(lists.reports, shown, 5).map(trimText),
    vip: lists.vip && takeFresh(lists.vip, shown, 6).map(trimVip),
    references: lists.references?.map(trimStory) ?? null,
    authors: lists.authors,
    contest: lists.contest,
  };
}

// A portal that has news alone opens with news.
function toFront({ newest, news, pinned }: Lists): FrontRecords | null {
  if (!newest && !news?.length) return null;
  const first = pinned ?? [];
  const { lead, also, seconds, cards } = arrangeFront(newest?.length ? newest : (news ?? []), first);
  const trim = (record: PostRecord): StoryRecord =>
    first.some(({ id }) => id === record.id) ? { ...trimStory(record), pinned: true } : trimStory(record);
  return {
    lead: lead && trim(lead),
    also: also.map(trimTitle),
    seconds: seconds.map(trim),
    cards: cards.map(trim),
  };
}

// The first stands there as a story, the others by their titles.
const trimVip = (record: PostRecord, place: number): VipRecord => ({
  ...(place === 0 ? trimStory(record) : trimText(record)),
  wordCount: record.wordCount,
});

// A young portal has fewer news than the strip holds: then the first ones stand in both places.
const afterStrip = (news: PostRecord[], count: number): PostRecord[] =>
  news.slice(news.length >= STRIP_SIZE + 3 ? STRIP_SIZE : 0).slice(0, count);

// A text story shows no summary and no cover, and both would be sent twice.
const trimText = (record: PostRecord): StoryRecord => ({ ...trimStory(record), summary: '', cover: null });

const trimTitle = ({ id, columnId, title }: PostRecord): TitleRecord => ({ id, columnId, title });

export const trimStrip = ({ id, columnId, title, publishedAt, important }: PostRecord): StripRecord => ({
  ...{ id, columnId, title },
  ...{ publishedAt, important },
});
