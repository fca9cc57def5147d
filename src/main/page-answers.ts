import { keepFor } from '#kernel/cache/keep-for.ts';
import type { Context } from '#kernel/context.ts';
import { askInProcess, type Call } from '#kernel/http/calls.ts';
import { toFailure } from '#kernel/http/envelope.ts';
import { type CacheTag, postTag } from '#shared/cache-tags.ts';
import type { Ask } from '../web/entry.server.tsx';

/**
 * Counts on a page may be 60 s old (ARCHITECTURE), everything else on it goes by tag: half of that for the page,
 * half for the rankings on it.
 */
export const countsMs = 30_000;

// Rankings hang on views alone, so a page may show them as old as its counts: a publication makes every list
// anew, but not these. What they show of a piece goes with the piece.
const piecesIn = (records: unknown): CacheTag[] => [
  'columns',
  ...(records as { id: string }[]).map(({ id }) => postTag(id)),
];
const rankings: Readonly<Record<string, (answer: unknown) => CacheTag[]>> = {
  'GET /news/reception/theCharts': piecesIn,
  'GET /reception/article/researchCharts': piecesIn,
  'GET /reception/author/getHotAuthorList': () => [],
  // The enrolled are counted by the clock; the standings go with the day that is cleared.
  'GET /reception/contest/front': () => ['contest'],
};
const mostRankings = 1000;

/** One door to data for pages too: the same handlers, asked in-process as a visitor. */
export function asker(calls: readonly Call[]): (ctx: Context, noteFault: (error: unknown) => void) => Ask {
  const byKey = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
  const keep = keepFor(countsMs, mostRankings);
  return (ctx, noteFault) =>
    (async (key: string, query?: object) => {
      const call = byKey.get(key);
      if (!call) throw new Error(`no call ${key}`);
      try {
        const read = async () => (await askInProcess(call, ctx, toQuery(query))) as object;
        const tagsOf = rankings[key];
        if (!tagsOf) return await read();
        return await keep({ tenant: ctx.tenant, key: key + JSON.stringify(query), tagsOf, read });
      } catch (error) {
        const failure = toFailure(error, 'page');
        if (failure.status >= 500) {
          noteFault(error);
          ctx.log.error({ err: error, call: key }, 'a page could not be loaded');
        }
        throw Object.assign(new Error(failure.msg), { status: failure.status });
      }
    }) as Ask;
}

// As it would arrive over the wire: texts and repeated texts.
function toQuery(query: object | undefined): Record<string, string | string[]> {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}
