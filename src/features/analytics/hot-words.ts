import { checkWords } from '#features/moderation/index.ts';
import { cachedFor } from '#kernel/cache/cached-for.ts';
import type { Context } from '#kernel/context.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { listHotWords } from './queries.ts';

const shownWords = 10;
/** Candidates beyond those shown, because some may contain sensitive words. */
const candidates = 50;
/** So many different people must have searched for a word on one day: nobody can make one hot alone. */
const minSearchers = 5;
const maxLength = 20;
const days = 7;
const cacheMs = 60_000;
const cached = cachedFor(cacheMs, 1);

/**
 * Returns the words that most readers of the last seven days searched for, without those that contain a sensitive word of
 * any level. Up to a minute old.
 */
export const readHotWords = (ctx: Context): Promise<string[]> =>
  cached({ tenant: ctx.tenant, key: '', tagsOf: () => ['sensitive-words'], read: () => findHotWords(ctx) });

async function findHotWords(ctx: Context): Promise<string[]> {
  const since = dayOf(new Date(ctx.now().getTime() - (days - 1) * dayMs));
  const words = await listHotWords(ctx.db, { since, minSearchers, maxLength, limit: candidates });
  const hits = await checkWords(
    ctx,
    words.map((word) => ({ field: word, label: word, text: word })),
  );
  const refused = new Set(hits.map(({ field }) => field));
  return words.filter((word) => !refused.has(word)).slice(0, shownWords);
}
