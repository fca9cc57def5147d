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
  /** Plain text that everybody may read: all of a public piece, the teaser of another, its summary. */
  openText: string;
  /** The rest. It is indexed only with `lockedFor`. */
  lockedText: string;
  /** The level that alone opens the rest (PRODUCT §3); null for public pieces and for pieces that are sold. */
  lockedFor: 'member' | 'vip' | null;
  publishedAtMs: number;
};

/** A row of the index: tokens separated by spaces, never the text itself. */
export type IndexRow = {
  id: bigint;
  kind: string;
  column_id: bigint;
  author_id: bigint;
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
  const labels = [...document.tags, ...document.stockCodes, document.authorName];
  const open = [
    ...Array<string[]>(titleWeight).fill(title).flat(),
    ...labels.flatMap((label) => segmenter.indexTokens(label)),
    ...segmenter.indexTokens(document.openText),
  ];
  const hasWhole = document.lockedFor !== null && document.lockedText !== '';
  return {
    id: BigInt(document.id),
    kind: document.kind,
    column_id: BigInt(document.columnId),
    author_id: BigInt(document.authorId),
    stock_codes: [...document.stockCodes],
    level: BigInt(hasWhole && document.lockedFor ? levels[document.lockedFor] : levels.visitor),
    published_at: BigInt(document.publishedAtMs),
    title: title.join(' '),
    open: open.join(' '),
    whole: hasWhole ? [...open, ...segmenter.indexTokens(document.lockedText)].join(' ') : null,
  };
}

/** Titles are found by any one of their Han too (茅 finds 贵州茅台); in bodies that would double the index. */
function titleTokens(title: string, segmenter: Segmenter): string[] {
  return [...new Set([...segmenter.indexTokens(title), ...(title.match(/\p{Script=Han}/gu) ?? [])])];
}
