import type { z } from 'zod';
import type * as review from './review/schema.ts';
import type * as words from './words/schema.ts';

export type WordRecord = z.infer<typeof words.wordRecord>;
export type WordHit = z.infer<typeof words.hit>;
export type WordImport = z.infer<typeof words.importReport>;
export type ReviewItem = z.infer<typeof review.reviewItem>;

/** What crosses the wire about sensitive words and the review queue. */
export type ModerationCalls = {
  'GET /admin/word/list': { query: z.input<typeof words.wordsQuery>; data: z.infer<typeof words.wordsPage> };
  'GET /admin/word/categories': { data: z.infer<typeof words.categories> };
  'POST /admin/word/add': { body: z.input<typeof words.addInput>; data: { id: string } };
  'POST /admin/word/save': { body: z.input<typeof words.saveInput>; data: boolean };
  'POST /admin/word/delete': { body: z.input<typeof words.deleteInput>; data: number };
  'POST /admin/word/import': { body: FormData; data: WordImport };
  'GET /admin/word/export': { data: ArrayBuffer };
  'POST /admin/moderation/try': { body: { text: string }; data: WordHit[] };
  'GET /admin/moderation/list': {
    query: z.input<typeof review.reviewQuery>;
    data: z.infer<typeof review.reviewPage>;
  };
  'GET /admin/moderation/counts': { data: z.infer<typeof review.reviewCounts> };
  'POST /admin/moderation/decide': { body: z.input<typeof review.decideInput>; data: boolean };
};
