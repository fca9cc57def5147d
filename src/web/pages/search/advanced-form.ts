import type { AuthorRecord } from '#features/search/schema.ts';
import { hasQuestion, isStockCode, noChoice, type SearchChoice } from './search-choice.ts';

/** The form of the advanced search as it is being filled in. */
export type Draft = Omit<SearchChoice, 'current' | 'authorId'>;
export type DraftErrors = { [K in keyof Draft]?: string };

/** What is wrong with a draft, and how to put it right. */
export function checkDraft(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  const { stockCode, startTime, endTime } = draft;
  if (stockCode !== '' && !isStockCode(cleanCode(stockCode)))
    errors.stockCode = '股票代码是数字或字母，如 300750';
  if (startTime !== '' && endTime !== '' && startTime > endTime) errors.endTime = '结束日期不能早于开始日期';
  const isAsked = hasQuestion({ ...toChoice(draft, ''), authorId: draft.author.trim() });
  if (!isAsked) errors.keyword = '请至少填一项：关键词、栏目、作者、股票代码或日期';
  return errors;
}

/** The search a draft stands for. */
export function toChoice(draft: Draft, authorId: string): SearchChoice {
  return {
    ...noChoice,
    ...draft,
    keyword: draft.keyword.trim(),
    author: authorId === '' ? '' : draft.author.trim(),
    authorId,
    stockCode: cleanCode(draft.stockCode),
  };
}

/** The one author somebody means by a typed name: of that very name, or the only one found by it. */
export function findMeant(name: string, authors: readonly AuthorRecord[]): AuthorRecord | undefined {
  const sought = sameName(name);
  return (
    authors.find((author) => sameName(author.name) === sought) ??
    (authors.length === 1 ? authors[0] : undefined)
  );
}

// Full-width digits and letters are how an input method writes them.
const cleanCode = (text: string): string => text.normalize('NFKC').trim().toUpperCase();
const sameName = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
