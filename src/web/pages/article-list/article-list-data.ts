import type { Column } from '#features/columns/schema.ts';
import type { PostPage } from '#features/posts/schema.ts';
import { type Ask, silently } from '../../api.ts';
import type { Place } from '../../page.ts';
import type { Advert } from '../../parts/ads/ad-carousel.tsx';
import { drawAdvert } from '../../parts/adverts.ts';
import { observeMarks } from '../../parts/marks/observe.ts';
import { pieceCalls } from '../../parts/piece/piece-calls.ts';
import { popularTags } from '../../parts/popular-tags.ts';
import { type ChartCall, loadRanks, type Ranks } from '../../parts/ranks.ts';
import { orNull } from '../../parts/settle.ts';
import { type RowRecord, trimRow } from '../../parts/story.ts';
import { firstDay, LAST_PAGE, type ListChoice, PAGE_SIZE, readChoice } from './list-choice.ts';

export type ArticleListData = {
  column: Pick<Column, 'id' | 'columnName' | 'description' | 'kind'>;
  choice: ListChoice;
  /** What stands before all others, on the first page of the whole list. */
  pinned: RowRecord[];
  records: RowRecord[];
  total: number;
  isTotalCapped: boolean;
  /** Pages that numbers reach. */
  pages: number;
  tags: string[];
  chart: ChartCall;
  ranks: Ranks | null;
  ads: Advert[];
};

export const LIST_RANKS = 10;

/** One page of a column, with the tags to narrow it by, its ranking and the advert beside it. */
export async function loadArticleList(ask: Ask, place: Place): Promise<ArticleListData> {
  const { column } = place;
  if (!column) throw new Response(null, { status: 404 });
  const choice = readChoice(place.query);
  const askAside = silently(ask);
  // A column the publisher defines may hold any kind (PRODUCT §3).
  const { list, charts: chart } = pieceCalls(column.kind);
  const columnId = column.id;
  const startTime = firstDay(choice.period, new Date());
  const seen = observeMarks();
  const isNarrowed = choice.tag !== '' || choice.period !== '' || choice.current > 1;
  const [page, newest, ranks, ads, pinned] = await Promise.all([
    ask(list, {
      columnId,
      startTime,
      tag: choice.tag || undefined,
      current: choice.current,
      size: PAGE_SIZE,
    }),
    // The tags on offer stay the same while the reader goes from one to the next.
    isNarrowed ? orNull(askAside(list, { columnId, size: PAGE_SIZE })) : null,
    orNull(loadRanks(askAside, chart, { columnId, size: LIST_RANKS })),
    orNull(askAside('POST /reception/getAdList', { adPosid: '3' })),
    isNarrowed ? null : orNull(askAside('GET /reception/getPinned', { columnId })),
  ]);
  seen.records([...(pinned ?? []), ...page.records]);
  return {
    column: {
      id: columnId,
      columnName: column.columnName,
      description: column.description,
      kind: column.kind,
    },
    choice,
    pinned: (pinned ?? []).map((record) => ({ ...trimRow(record), pinned: true })),
    ...shownOf(page),
    tags: popularTags((newest ?? page).records, choice.tag),
    chart,
    ranks,
    ads: drawAdvert(ads),
  };
}

const shownOf = ({ records, total, totalCapped = false, pages }: PostPage) => ({
  records: records.map(trimRow),
  total,
  isTotalCapped: totalCapped,
  pages: Math.min(pages, LAST_PAGE),
});
