import { cachedFor } from '#kernel/cache/cached-for.ts';
import type { Context } from '#kernel/context.ts';
import { callInProcess, requireModule } from '#kernel/http/calls.ts';
import { toFailure } from '#kernel/http/envelope.ts';
import { logFailure } from '#kernel/log-failure.ts';
import type { CacheTag } from '#shared/cache-tags.ts';
import { dayOf } from '#shared/dates.ts';
import type { FetchCall } from '../web/entry.server.tsx';
import type { App } from './app.ts';

/**
 * Counts on a page may be up to 60 s old (docs/ARCHITECTURE.md): 30 s for the cached page plus 30 s for the cached
 * answers on it. Everything else is invalidated by tag.
 */
export const countsTtlMs = 30_000;

const maxAnswers = 500;

type PageCalls = {
  ctx: Context;
  /** The tags of the page that makes the calls; null if the page is never cached. */
  tags: readonly CacheTag[] | null;
  noteFault: (error: unknown) => void;
};

/** Returns a function with which pages make calls: it runs the handlers of the API in this process, as a visitor. */
export function createPageFetch({
  calls,
  reads,
  isOff,
}: Pick<App, 'calls' | 'reads' | 'isOff'>): (page: PageCalls) => FetchCall {
  const byKey = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
  const cached = cachedFor(countsTtlMs, maxAnswers);
  return ({ ctx, tags, noteFault }) => {
    const day = dayOf(ctx.now());
    return (async (key: string, query?: object) => {
      const call = byKey.get(key);
      if (!call) throw new Error(`no call ${key}`);
      try {
        await requireModule(call, ctx, isOff);
        const run = async (chosen: Context) => (await callInProcess(call, chosen, query)) as object;
        // The replica is chosen after the caches noted what had changed before.
        const read = () => (call.reads === 'replica' && reads ? reads.runRead(ctx, run) : run(ctx));
        const address = key + JSON.stringify(query);
        const { sharing } = call;
        if (sharing && 'tagsOf' in sharing)
          return await cached({ tenant: ctx.tenant, key: address, tagsOf: sharing.tagsOf, read });
        const sharedTags = sharing ? (tags?.filter(sharing.changesWith) ?? []) : [];
        if (sharedTags.length === 0) return await read();
        // An answer lasts as long as a page with these tags would.
        const scope = `${day} ${sharedTags.join(' ')} ${address}`;
        return await cached({ tenant: ctx.tenant, key: scope, tagsOf: () => sharedTags, read });
      } catch (error) {
        const failure = toFailure(error, 'page');
        if (failure.status >= 500) {
          noteFault(error);
          logFailure(ctx.log, error, { call: key }, 'a call of a page failed');
        }
        throw Object.assign(new Error(failure.msg), { status: failure.status });
      }
    }) as FetchCall;
  };
}
