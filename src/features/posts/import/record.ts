import { createHash } from 'node:crypto';

export type ImportSource = { file: string; line: number };

/** One piece as a file gives it, checked and cleaned, before it meets columns, authors and the database. */
export type ImportRecord = {
  externalId?: string;
  title: string;
  body: string;
  format: 'html' | 'markdown' | 'text';
  summary?: string;
  author?: string;
  /** ISO 8601 with offset; where the file gives none, Asia/Shanghai is meant. */
  publishedAt?: string;
  /** Id or name. */
  column?: string;
  kind?: 'news' | 'article' | 'reference';
  tags: string[];
  stockCodes: string[];
  access?: 'public' | 'member' | 'vip' | 'paid';
  /** Fen. */
  price?: number;
  /** Fen; what VIP members pay instead. */
  vipPrice?: number;
  vipFree?: boolean;
  important?: boolean;
  cover?: string;
  state?: 'published' | 'draft';
  /** Where it stood before; feeds say so. Absent when it is no web address. */
  url?: string;
  source: ImportSource;
};

/**
 * What a reader says about one piece, or about a file it cannot read. `skipped`: left out on purpose (an
 * attachment, a draft), otherwise something is wrong. `reason` is Chinese and names the field. `isCut`: the file ends or
 * breaks here, so that what should have followed is missing too.
 */
export type ImportItem =
  | { ok: true; record: ImportRecord }
  | { ok: false; skipped: boolean; reason: string; source: ImportSource; isCut?: true };

export const failed = (source: ImportSource, reason: string): ImportItem => ({
  ok: false,
  skipped: false,
  reason,
  source,
});

/** The file ends before its time, or cannot be read on from here. */
export const cut = (source: ImportSource, reason: string): ImportItem => ({
  ok: false,
  skipped: false,
  reason,
  source,
  isCut: true,
});

export const skipped = (source: ImportSource, reason: string): ImportItem => ({
  ok: false,
  skipped: true,
  reason,
  source,
});

/**
 * The identity of a record without `externalId` (PRODUCT §7): SHA-256 in hex over kind, title and body. Line ends,
 * white space and composed or decomposed characters make no difference.
 */
export function contentHash(record: Pick<ImportRecord, 'title' | 'body' | 'kind'>): string {
  const hash = createHash('sha256');
  for (const part of [record.kind ?? '', record.title, record.body]) {
    // The zero cannot occur in a part, so parts never run into each other.
    hash.update(part.replaceAll('\0', '').normalize('NFC').replace(/\s+/g, ' ').trim()).update('\0');
  }
  return hash.digest('hex');
}
