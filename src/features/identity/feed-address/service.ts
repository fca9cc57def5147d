import type { Actor } from '#kernel/actor.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound, rateLimited } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { hashToken, newToken, tokenLength } from '../sessions.ts';
import { recordAccountChange } from '../sign-in/security-events.ts';
import {
  deleteFeedAddress,
  findFeedAddress,
  findFeedReader,
  updateLastRead,
  upsertFeedAddress,
} from './queries.ts';
import type { FeedAddress } from './schema.ts';

const minTouchIntervalMs = 10 * 60_000;

const creations: RateLimit = {
  name: 'feed-addresses',
  max: 20,
  windowMs: dayMs,
  refuse: (wait) => rateLimited('一天最多生成 20 次订阅地址，请明天再来', wait),
};
/** Feed readers fetch every quarter of an hour at most; a member may use several. */
const readings: RateLimit = {
  name: 'feed-readings',
  max: 60,
  windowMs: 10 * 60_000,
  refuse: (wait) => rateLimited('读取得太频繁，请稍后再试', wait),
};
const guesses: RateLimit = { ...readings, name: 'feed-guesses' };

/**
 * Makes a private feed address of the caller, which replaces the one before. The token is returned only this once; its
 * hash is stored. @throws rateLimited from the 21st in 24 hours on
 */
export async function createFeedAddress(
  ctx: Context,
  origin: Pick<Origin, 'address'>,
): Promise<{ token: string; createdAt: string }> {
  const memberId = requireMemberId(ctx);
  const token = newToken();
  const now = ctx.now();
  await countHit(ctx, ctx.db, creations, memberId);
  await inTransaction(ctx, async (trx) => {
    await upsertFeedAddress(trx, { member_id: memberId, token_hash: hashToken(token), created_at: now });
    await recordAccountChange(ctx, trx, origin, memberId, '生成专属订阅地址');
  });
  return { token, createdAt: toIso(now) };
}

export async function readFeedAddress(ctx: Context): Promise<FeedAddress> {
  const row = await findFeedAddress(ctx.db, requireMemberId(ctx));
  return row
    ? { createdAt: toIso(row.created_at), lastReadAt: row.last_read_at && toIso(row.last_read_at) }
    : null;
}

/** Revokes the caller's address; it answers no more at once. @throws notFound without one */
export async function revokeFeedAddress(ctx: Context, origin: Pick<Origin, 'address'>): Promise<boolean> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    if (!(await deleteFeedAddress(trx, memberId))) throw notFound('没有专属订阅地址，或已经停用');
    await recordAccountChange(ctx, trx, origin, memberId, '停用专属订阅地址');
  });
  return true;
}

/**
 * Returns the member whose private feed has this token, without the permissions of staff: a feed is for reading, and a
 * leaked address must not show drafts or what the member has not bought. Reads the database each time, so that a revoked
 * address and a blocked account count at once.
 * @throws notFound for an unknown or revoked token and a blocked or deleted account; rateLimited
 */
export async function resolveFeedReader(ctx: Context, token: string, address: string): Promise<Actor> {
  const now = ctx.now();
  const row = token.length === tokenLength ? await findFeedReader(ctx.db, hashToken(token), now) : undefined;
  if (!row) {
    await countHit(ctx, ctx.db, guesses, networkOf(address));
    throw notFound('没有这个订阅地址，或已经停用');
  }
  await countHit(ctx, ctx.db, readings, row.member_id);
  if (!row.last_read_at || now.getTime() - row.last_read_at.getTime() > minTouchIntervalMs)
    await updateLastRead(ctx.db, row.member_id, now);
  return {
    kind: 'member',
    memberId: row.member_id,
    sessionId: '0',
    permissions: new Set(),
    vipUntil: row.vip_until?.getTime() ?? null,
  };
}
