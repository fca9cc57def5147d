import { LRUCache } from 'lru-cache';
import type { Segmenter } from '#shared/text/segment.ts';

/** What the search index stores of a post. Only published posts are in the index. */
export type SearchDocument = {
  /** Decimal; the id of the post. */
  id: string;
  kind: string;
  columnId: string;
  /** All authors, in the order of the byline. */
  authorIds: readonly string[];
  authorNames: readonly string[];
  title: string;
  tags: readonly string[];
  stockCodes: readonly string[];
  /** Names and aliases of those stocks, so that 宁德时代 finds a post that is only labelled 300750. */
  stockNames: readonly string[];
  /** Plain text that everyone may read: all of a public post, the teaser of any other, its summary. */
  openText: string;
  /**
   * The whole text and the level that opens it without a purchase (docs/product.md §13); null for public posts and
   * those for sale.
   */
  whole: { text: string; openFor: 'member' | 'vip' } | null;
  publishedAtMs: number;
};

/** A row of the index: tokens separated by spaces, never the text itself. */
export type IndexRow = {
  id: bigint;
  kind: string;
  column_id: bigint;
  author_ids: string[];
  tags: string[];
  stock_codes: string[];
  /** The readers of `whole`: 0 everyone, 1 members, 2 VIP. */
  level: bigint;
  published_at: bigint;
  title: string;
  open: string;
  whole: string | null;
  /** How title and labels are typed in pinyin. Everyone may read these, so it reveals nothing of locked text. */
  pinyin: string;
};

export const accessLevels = { visitor: 0, member: 1, vip: 2 } as const;

/**
 * How often the words of a title count compared with those of the body: BM25 has one field, so weight is repetition.
 */
const titleWeight = 3;

/** How texts become tokens; both load dictionaries. */
export type Tokenisers = { segmenter: Segmenter; pinyinTokens: (text: string) => string[] };

export function toIndexRow(document: SearchDocument, { segmenter, pinyinTokens }: Tokenisers): IndexRow {
  const title = titleTokens(document.title, segmenter);
  const labels = [...document.tags, ...document.stockCodes, ...document.stockNames, ...document.authorNames];
  const known = [
    ...Array<string[]>(titleWeight).fill(title).flat(),
    ...labels.flatMap((label) => labelTokens(label, segmenter)),
  ];
  const withText = (text: string) => [...known, ...segmenter.indexTokens(text)].join(' ');
  const { whole } = document;
  return {
    id: BigInt(document.id),
    kind: document.kind,
    column_id: BigInt(document.columnId),
    author_ids: [...document.authorIds],
    tags: [...document.tags],
    stock_codes: [...document.stockCodes],
    level: BigInt(accessLevels[whole?.openFor ?? 'visitor']),
    published_at: BigInt(document.publishedAtMs),
    title: title.join(' '),
    open: withText(document.openText),
    whole: whole && withText(whole.text),
    pinyin: [
      ...new Set([
        ...pinyinTokens(document.title),
        ...labels.flatMap((label) => labelPinyin(label, pinyinTokens)),
      ]),
    ].join(' '),
  };
}

/** The words of labels, by segmenter. */
const labelWords = new WeakMap<Segmenter, LRUCache<string, string[]>>();

function labelTokens(label: string, segmenter: Segmenter): string[] {
  const known = labelWords.get(segmenter) ?? new LRUCache<string, string[]>({ max: 5000 });
  labelWords.set(segmenter, known);
  const tokens = known.get(label) ?? segmenter.indexTokens(label);
  known.set(label, tokens);
  return tokens;
}

/** The same labels are on many posts; converting them for each would take half of a rebuild. */
const labelPinyins = new LRUCache<string, string[]>({ max: 5000 });

function labelPinyin(label: string, pinyinTokens: Tokenisers['pinyinTokens']): string[] {
  const tokens = labelPinyins.get(label) ?? pinyinTokens(label);
  labelPinyins.set(label, tokens);
  return tokens;
}

/** Tokenises a title, each single Han included (茅 finds 贵州茅台); in bodies that would double the index. */
function titleTokens(title: string, segmenter: Segmenter): string[] {
  return [...new Set([...segmenter.indexTokens(title), ...(title.match(/\p{Script=Han}/gu) ?? [])])];
}
