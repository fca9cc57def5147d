import { slotsOf } from '#client/slots.ts';
import type { Advert as AdvertRecord } from '#features/frontpage/adverts/schema.ts';
import type { HomeBlock } from '#features/frontpage/home/schema.ts';
import type { HotAuthor, PostRecord } from '#features/posts/schema.ts';
import { fixedBlockKinds } from '#shared/home-blocks.ts';
import { type FetchCall, withoutAlerts } from '../../api.ts';
import type { Advert } from '../../parts/ads/ad-carousel.tsx';
import { chooseAdvert, toAdverts } from '../../parts/adverts.ts';
import type { HomeSlot } from '../../parts/home-slot.ts';
import { loadRanks, type Ranks } from '../../parts/ranks.ts';
import { orNull, settleAll } from '../../parts/settle-all.ts';
import { type StoryRecord, toStoryRecord } from '../../parts/story.ts';
import { arrangeFront, preferUnseen } from './arrange-front.ts';

/** Blocks of other features. */
export const homeSlots = slotsOf(
  import.meta.glob<{ slot: HomeSlot<unknown> }>('../../../features/*/web/**/home.*.slot.tsx', {
    eager: true,
  }),
);

/**
 * The data of the front page, those of other features by the keys of their slots. A part is null if it failed or is not
 * shown, and empty if there is nothing to show.
 */
export type HomeData = OwnData & Readonly<Record<string, unknown>>;

type OwnData = {
  blocks: HomeBlock[];
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
  /** The newest posts of the columns that have a block, by column id. */
  columnPosts: Record<string, StoryRecord[] | null>;
};

export type ListsData = Pick<HomeData, 'free' | 'information' | 'reports' | 'sideAds'>;

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
const COLUMN_POST_COUNT = 4;

/** The layout of a new site, and of any site while its own cannot be loaded. */
const defaultBlocks: HomeBlock[] = fixedBlockKinds.map((kind) => ({ kind }));

/** Loads the blocks of the front page and what they show. @throws if all parts failed */
export async function loadHome(fetchCall: FetchCall): Promise<HomeData> {
  // Each part shows its own error.
  const fetchQuietly = withoutAlerts(fetchCall);
  const blocks = (await orNull(fetchQuietly('GET /reception/homeBlocks'))) ?? defaultBlocks;
  const kinds = new Set(blocks.map(({ kind }) => kind));
  /** Sends the request of a part if one of the blocks that show it is on the page. */
  const ifShown = async <T>(shownBy: readonly HomeBlock['kind'][], request: () => Promise<T>) =>
    shownBy.some((kind) => kinds.has(kind)) ? request() : null;
  const columnIds = new Set(blocks.flatMap((block) => (block.kind === 'column' ? [block.columnId] : [])));
  const columnPosts = Promise.all(
    [...columnIds].map(async (columnId) => {
      const query = { columnId, size: COLUMN_POST_COUNT * 2 };
      const list = await orNull(fetchQuietly('GET /reception/article/getResearchArticleList', query));
      return [columnId, list?.records ?? null] as const;
    }),
  );
  const front = ['lead', 'newest'] as const;
  const parts = await settleAll({
    ads: fetchQuietly('POST /reception/getAdList', { adPosid: '1' }),
    sideAds: ifShown(['reports'], () => fetchQuietly('POST /reception/getAdList', { adPosid: '2' })),
    pinned: ifShown(front, () => fetchQuietly('GET /reception/getPinned')),
    newest: ifShown(front, () => fetchQuietly('GET /reception/article/newAllArticleList', { size: 20 })),
    news: ifShown(['live', 'news', ...front], () =>
      fetchQuietly('GET /news/reception/getGlobalNewsList', { size: LIVE_STRIP_SIZE + NEWS_COUNT }),
    ),
    ranks: ifShown(['ranks'], () =>
      loadRanks(fetchQuietly, 'GET /reception/article/researchCharts', { size: HOME_RANK_SIZE }),
    ),
    free: ifShown(['free'], () => fetchQuietly('GET /reception/article/newNoVIPArticleList', { size: 12 })),
    reports: ifShown(['reports'], () =>
      fetchQuietly('GET /reception/article/newResearchArticleList', { size: 8 }),
    ),
    vip: ifShown(['vip'], () => fetchQuietly('GET /reception/article/newArticleList', { size: 9 })),
    references: ifShown(['references'], () =>
      fetchQuietly('GET /reception/getOneInternalReferenceList', { size: REFERENCE_COUNT }),
    ),
    authors: ifShown(['authors'], () =>
      fetchQuietly('GET /reception/author/getHotAuthorList', { size: HOT_AUTHOR_COUNT }),
    ),
    ...Object.fromEntries(
      homeSlots.map(({ key, block, load }) => [key, ifShown([block], () => load(fetchQuietly))]),
    ),
  });
  return arrange({
    ...parts,
    blocks,
    fromSlots: Object.fromEntries(homeSlots.map(({ key }) => [key, (parts as Record<string, unknown>)[key]])),
    columnPosts: await columnPosts,
    news: parts.news?.records ?? null,
    references: parts.references?.records ?? null,
  });
}

type FetchedLists = Pick<HomeData, 'blocks'> & {
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
  fromSlots: Record<string, unknown>;
  columnPosts: (readonly [columnId: string, posts: PostRecord[] | null])[];
};

function arrange(lists: FetchedLists): HomeData {
  const { blocks } = lists;
  const front = toFront(lists);
  const shownCards = blocks.some(({ kind }) => kind === 'newest') ? (front?.cards ?? []) : [];
  const shown = new Set(
    [front?.lead, ...(front?.seconds ?? []), ...shownCards].map((record) => record?.id ?? ''),
  );
  const sideAds = chooseAdvert(lists.sideAds);
  // The advert below the reports makes the row taller, so the parts beside it show more posts.
  const isTall = sideAds.length > 0;
  const [strip, free, information, reports] = [
    lists.news?.slice(0, LIVE_STRIP_SIZE).map(toStripRecord) ?? null,
    lists.free && preferUnseen(lists.free, shown, isTall ? 4 : 3).map(toStoryRecord),
    lists.news && withoutStrip(lists.news, isTall ? NEWS_COUNT : 5).map(toTextRecord),
    lists.reports && preferUnseen(lists.reports, shown, 5).map(toTextRecord),
  ];
  // The other blocks show nothing if they are empty; these would leave a heading.
  const besideOthers: Partial<Record<HomeBlock['kind'], readonly unknown[] | null | undefined>> = {
    ...{ live: strip, ranks: lists.ranks?.records, free, news: information, reports },
  };
  return {
    blocks: blocks.filter(({ kind }) => besideOthers[kind]?.length !== 0),
    ads: toAdverts(lists.ads),
    sideAds,
    front,
    strip,
    ranks: lists.ranks,
    free,
    information,
    reports,
    vip: lists.vip && preferUnseen(lists.vip, shown, 6).map(toVipRecord),
    references: lists.references?.map(toStoryRecord) ?? null,
    authors: lists.authors,
    ...lists.fromSlots,
    columnPosts: Object.fromEntries(
      lists.columnPosts.map(([columnId, posts]) => [
        columnId,
        posts && preferUnseen(posts, shown, COLUMN_POST_COUNT).map(toStoryRecord),
      ]),
    ),
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
