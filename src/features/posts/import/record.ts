import { createHash } from 'node:crypto';

export type ImportSource = { file: string; line: number };

/** One post from a file, checked and cleaned, before columns, authors and the database are consulted. */
export type ImportRecord = {
  externalId?: string;
  title: string;
  body: string;
  format: 'html' | 'markdown' | 'text';
  summary?: string;
  author?: string;
  /** The further authors, in the order of the byline. */
  coAuthors?: string[];
  /** ISO 8601 with offset; a date without one in the file is in Asia/Shanghai. */
  publishedAt?: string;
  /** ISO 8601 with offset: when the exporting site last changed it. */
  modifiedAt?: string;
  /** A column's id or name. */
  column?: string;
  kind?: 'news' | 'article' | 'reference';
  tags: string[];
  /** Categories of the exporting site, by which an import may choose the column; children before the categories above them. */
  categories?: string[];
  stockCodes: string[];
  access?: 'public' | 'member' | 'vip' | 'paid';
  /** In fen. */
  price?: number;
  /** In fen; what VIP members pay instead. */
  vipPrice?: number;
  vipFree?: boolean;
  important?: boolean;
  cover?: string;
  /** Only a draft; the date of the others decides whether they are scheduled. */
  state?: 'draft';
  /** Why it is a draft, in Chinese. */
  draftReasons?: string[];
  /** The original address, stated by feeds. Absent if it is no web address. */
  url?: string;
  /** Of a foreign document: what the addresses in its body are relative to; empty if unknown. */
  base?: string;
  /** Paths, with their queries, at which the exporting site had the post. */
  addresses?: string[];
  /** Host of the exporting site, whose absolute links may lead to other posts of the export. */
  siteHost?: string;
  /** Set for a page of the exporting site, such as 关于我们, which becomes an own page. */
  page?: { slug: string };
  /** Published comments, the oldest first. */
  comments?: ImportedComment[];
  /** Names of fields of the file that have a value and no place here. */
  unread?: string[];
  source: ImportSource;
};

/** A comment at the exporting site, by a guest or by an account there. */
export type ImportedComment = {
  /** Unique among all sites. */
  key: string;
  /** The key of the comment replied to, which may be absent; null for one that replies to none. */
  parentKey: string | null;
  name: string;
  /** Plain text with line feeds. */
  body: string;
  /** ISO 8601 with offset. */
  at: string;
};

/**
 * An address of the exporting site other than a post's, and what it showed: all posts, those of a category, tag or author
 * by name, or those of a period (YYYY-MM-DD, both days included). `above`: the categories above a category, the nearest first.
 */
export type SiteAddress = {
  address: string;
  /** Further pages of the list are at `…/page/2`. */
  isPaged?: true;
} & (
  | { shows: 'feed' | 'home' }
  | { shows: 'category'; name: string; above: readonly string[] }
  | { shows: 'tag' | 'author'; name: string }
  | { shows: 'period'; from: string; to: string }
  /** A picture or document at its full address; `file` is the export that names it. */
  | { shows: 'upload'; file: string; siteHost: string }
);

/**
 * The result for one post, or for a file that cannot be read. `skipped`: left out on purpose (an attachment, a draft);
 * otherwise something is wrong. `reason` is Chinese and names the field. `isCut`: the file ends or breaks here, so
 * later records are missing too.
 */
export type ImportItem =
  | { ok: true; record: ImportRecord }
  | { ok: false; skipped: boolean; reason: string; source: ImportSource; isTruncated?: true };

export const failed = (source: ImportSource, reason: string): ImportItem => ({
  ok: false,
  skipped: false,
  reason,
  source,
});

/** Reports a file that ends early or cannot be read further. */
export const truncated = (source: ImportSource, reason: string): ImportItem => ({
  ok: false,
  skipped: false,
  reason,
  source,
  isTruncated: true,
});

export const skipped = (source: ImportSource, reason: string): ImportItem => ({
  ok: false,
  skipped: true,
  reason,
  source,
});

/**
 * Identifies a record without `externalId` (docs/product.md §17): SHA-256 in hex over kind, title and body. Ignores
 * differences in line ends, white space and Unicode composition.
 */
export function contentHash(record: Pick<ImportRecord, 'title' | 'body' | 'kind'>): string {
  const hash = createHash('sha256');
  for (const part of [record.kind ?? '', record.title, record.body]) {
    // No part contains NUL after the replacement, so parts cannot run into each other.
    hash.update(part.replaceAll('\0', '').normalize('NFC').replace(/\s+/g, ' ').trim()).update('\0');
  }
  return hash.digest('hex');
}

/** More pages of a list than anyone linked. */
const maxFurtherPages = 500;
/** WordPress's own number; Ghost has 5 to 25 by theme. */
const postsPerPage = 10;

/** Returns the pages after the first of a list of all posts in `folder`, such as `/blog/page/2`. */
export const furtherPages = (folder: string, posts: number): SiteAddress[] =>
  Array.from(
    { length: Math.max(0, Math.min(Math.ceil(posts / postsPerPage), maxFurtherPages) - 1) },
    (_, at) => ({
      address: `${folder}/page/${at + 2}`,
      shows: 'home',
    }),
  );
