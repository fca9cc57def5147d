import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { rateLimited } from '#kernel/errors.ts';
import { countTry, deleteOldTries } from './write-queries.ts';

/** One minute, in ms: what is counted begins anew after it. */
const windowMs = 60_000;

/** More than this in a minute is no person speaking, or nobody whose neighbours want to listen. */
const most = { comment: 6, like: 60, report: 10 } as const;

const says = {
  comment: `每分钟最多发 ${most.comment} 条评论`,
  like: '点得太快了',
  report: `每分钟最多举报 ${most.report} 次`,
} as const;

/**
 * Counts what the caller is about to do, for all processes, whatever becomes of it.
 * @throws rateLimited when it was too often within a minute, with the seconds until it may be tried again
 */
export async function limitDeed(ctx: Context, deed: keyof typeof most): Promise<void> {
  const now = ctx.now();
  const { since, tries } = await countTry(ctx.db, { memberId: memberOf(ctx), deed, now, windowMs });
  if (tries <= most[deed]) return;
  const wait = Math.max(1, Math.ceil((since.getTime() + windowMs - now.getTime()) / 1000));
  throw rateLimited(`${says[deed]}，请 ${wait} 秒后再试`, wait);
}

/** Forgets counts that mean nothing any more. */
export const tidyCommentTries = (ctx: Context): Promise<void> =>
  deleteOldTries(ctx.db, new Date(ctx.now().getTime() - windowMs));
