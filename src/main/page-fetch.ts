import { cachedFor } from '#kernel/cache/cached-for.ts';
import type { Context } from '#kernel/context.ts';
import { type Call, callInProcess } from '#kernel/http/calls.ts';
import { toFailure } from '#kernel/http/envelope.ts';
import { type CacheTag, postTag } from '#shared/cache-tags.ts';
import type { FetchCall } from '../web/entry.server.tsx';

/**
 * Counts on a page may be up to 60 s old (docs/ARCHITECTURE.md): 30 s for the cached page plus 30 s for the cached
 * rankings on it. Everything else is invalidated by tag.
 */
export const countsTtlMs = 30_000;

// Rankings depend only on views, so a page may show them as old as its counts: a publication invalidates every list,
// but not these. They are invalidated when one of their posts changes.
const postTags = (records: unknown): CacheTag[] => [
  'columns',
  ...(records as { id: string }[]).map(({ id }) => postTag(id)),
];
const rankingTags: Readonly<Record<string, (answer: unknown) => CacheTag[]>> = {
  'GET /news/reception/theCharts': postTags,
  'GET /reception/article/researchCharts': postTags,
  'GET /reception/author/getHotAuthorList': () => [],
  // The number of players may be as old as the time limit allows; the standings are invalidated when a day is cleared.
  'GET /reception/contest/front': () => ['contest'],
};
const maxRankings = 1000;

/** Returns a function with which pages make calls: it runs the handlers of the API in this process, as a visitor. */
export function createPageFetch(
  calls: readonly Call[],
): (ctx: Context, noteFault: (error: unknown) => void) => FetchCall {
  const byKey = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
  const cached = cachedFor(countsTtlMs, maxRankings);
  return (ctx, noteFault) =>
    (async (key: string, query?: object) => {
      const call = byKey.get(key);
      if (!call) throw new Error(`no call ${key}`);
      try {
        const read = async () => (await callInProcess(call, ctx, toQuery(query))) as object;
        const tagsOf = rankingTags[key];
        if (!tagsOf) return await read();
        return await cached({ tenant: ctx.tenant, key: key + JSON.stringify(query), tagsOf, read });
      } catch (error) {
        const failure = toFailure(error, 'page');
        if (failure.status >= 500) {
          noteFault(error);
          ctx.log.error({ err: error, call: key }, 'a call of a page failed');
        }
        throw Object.assign(new Error(failure.msg), { status: failure.status });
      }
    }) as FetchCall;
}

// Converts to what the query string of a request would contain: strings and arrays of strings.
function toQuery(query: object | undefined): Record<string, string | string[]> {
  const parameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    parameters.map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
}
