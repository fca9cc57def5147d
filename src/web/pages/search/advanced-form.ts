import type { AuthorRecord } from '#features/search/schema.ts';
import { hasCriteria, isStockCode, noFilter, type SearchFilter } from './search-filter.ts';

/** The values of the advanced search form while it is being filled in. */
export type Draft = Omit<SearchFilter, 'current' | 'authorId'>;
export type DraftErrors = { [K in keyof Draft]?: string };

/** Returns the error messages of a draft, which say how to correct each field. */
export function checkDraft(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  const { stockCode, startTime, endTime } = draft;
  if (stockCode !== '' && !isStockCode(cleanCode(stockCode)))
    errors.stockCode = '股票代码是数字或字母，如 300750';
  if (startTime !== '' && endTime !== '' && startTime > endTime) errors.endTime = '结束日期不能早于开始日期';
  const isFilledIn = hasCriteria({ ...toSearchFilter(draft, ''), authorId: draft.author.trim() });
  if (!isFilledIn) errors.keyword = '请至少填一项：关键词、栏目、作者、股票代码或日期';
  return errors;
}

export function toSearchFilter(draft: Draft, authorId: string): SearchFilter {
  return {
    ...noFilter,
    ...draft,
    keyword: draft.keyword.trim(),
    author: authorId === '' ? '' : draft.author.trim(),
    authorId,
    stockCode: cleanCode(draft.stockCode),
  };
}

/** Returns the author with exactly the typed name, or the only one found for it. */
export function matchAuthor(name: string, authors: readonly AuthorRecord[]): AuthorRecord | undefined {
  const normalised = normaliseName(name);
  return (
    authors.find((author) => normaliseName(author.name) === normalised) ??
    (authors.length === 1 ? authors[0] : undefined)
  );
}

// Input methods often produce full-width digits and letters.
const cleanCode = (text: string): string => text.normalize('NFKC').trim().toUpperCase();
const normaliseName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
