import type { Segmenter } from '#shared/text/segment.ts';

/** What search keeps of a piece. Only published pieces are in the index. */
export type SearchDocument = {
  /** Decimal, in the one id space of posts. */
  id: string;
  kind: string;
  columnId: string;
  authorId: string;
  authorName: string;
  title: string;
  tags: readonly string[];
  stockCodes: readonly string[];
  /** Names and aliases of those stocks: a piece is found by 宁德时代 that is only labelled 300750. */
  stockNames: readonly string[];
  /** Plain text that everybody may read: all of a public piece, the teaser of another, its summary. */
  openText: string;
  /** All its text, and the level that alone opens it (PRODUCT §3); null for public pieces and those for sale. */
  whole: { text: string; openFor: 'member' | 'vip' } | null;
  publishedAtMs: number;
};

/** A row of the index: tokens separated by spaces, never the text itself. */
export type IndexRow = {
  id: bigint;
  kind: string;
  column_id: bigint;
  author_id: bigint;
  tags: string[];
  stock_codes: string[];
  /** 0 for everybody, 1 members, 2 VIP: whom `whole` is for. */
  level: bigint;
  published_at: bigint;
  title: string;
  open: string;
  whole: string | null;
};

export const levels = { visitor: 0, member: 1, vip: 2 } as const;

/** How often a title's words count beside the body's: BM25 has one field, so weight is repetition. */
const titleWeight = 3;

export function toRow(document: SearchDocument, segmenter: Segmenter): IndexRow {
  const title = titleTokens(document.title, segmenter);
  const labels = [...document.tags, ...document.stockCodes, ...document.stockNames, document.authorName];
  const known = [
    ...Array<string[]>(titleWeight).fill(title).flat(),
    ...labels.flatMap((label) => segmenter.indexTokens(label)),
  ];
  const withText = (text: string) => [...known, ...segmenter.indexTokens(text)].join(' ');
  const { whole } = document;
  return {
    id: BigInt(document.id),
    kind: document.kind,
    column_id: BigInt(document.columnId),
    author_id: BigInt(document.authorId),
    tags: [...document.tags],
    stock_codes: [...document.stockCodes],
    level: BigInt(levels[whole?.openFor ?? 'visitor']),
    published_at: BigInt(document.publishedAtMs),
    title: title.join(' '),
    open: withText(document.openText),
    whole: whole && withText(whole.text),
  };
}

/** Titles are found by any one of their Han too (茅 finds 贵州茅台); in bodies that would double the index. */
function titleTokens(title: string, segmenter: Segmenter): string[] {
  return [...new Set([...segmenter.indexTokens(title), ...(title.match(/\p{Script=Han}/gu) ?? [])])];
}
