import type { Context } from '#kernel/context.ts';
import { toIso } from '#shared/dates.ts';
import { oldestPurge } from './queries.ts';
import { type CdnParts, openTarget } from './targets.ts';

/** A purge that was not sent for this long is one that the CDN does not take. */
const maxPurgeLagMs = 60_000;

/** Examines the CDN for `doctor`. @returns what is wrong and what to do; null if nothing */
export async function findPurgeFault(
  ctx: Context,
  parts: CdnParts & { cdn: NonNullable<CdnParts['cdn']> },
): Promise<string | null> {
  const { cdn } = parts;
  const target = await openTarget(ctx, parts);
  const error = await target.probe(ctx).then(
    () => null,
    (refused: Error) => refused,
  );
  if (error)
    return `CDN=${cdn.kind} 没有接受清除请求（${error.message}），改动最多要一分钟才到读者那里：请检查 CDN_PURGE、密钥，以及它是否在运行`;
  const since = await oldestPurge(ctx.db);
  return since && Date.now() - since.getTime() > maxPurgeLagMs
    ? `有清除请求从 ${toIso(since)} 起没有送出：门户没有在运行，或出了错（见日志）`
    : null;
}
