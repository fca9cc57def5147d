import type { Context } from '#kernel/context.ts';
import type { Call, Origin } from '#kernel/http/calls.ts';
import { readCookie, setCookie } from '#kernel/http/cookies.ts';
import type { LogPosition } from './log-position.ts';
import type { ReadRouter } from './read-router.ts';

/** The position of the log up to which this browser must see its own writes. */
const cookieName = 'guanlan-seen';
const cookieSeconds = 3600;
/** The position could not be read: the primary answers until it can. */
const unknown = 'unknown';

type Routed<T> = {
  call: Pick<Call, 'method' | 'reads'>;
  ctx: Context;
  origin: Origin;
  /** Whether the client has an API key. */
  hasKey: boolean;
  run: (ctx: Context) => Promise<T>;
};

/**
 * Runs a call on the primary, or a declared read on a replica that has seen the caller's writes. A call that may write
 * leaves its position in a cookie, which other machines read. A member or a key without that cookie is a client that
 * may keep none, so the primary answers it.
 */
export async function routeRead<T>(
  reads: ReadRouter | undefined,
  { call, ctx, origin, hasKey, run }: Routed<T>,
): Promise<T> {
  if (!reads?.isOpen) return run(ctx);
  const isMember = ctx.actor.kind === 'member';
  const runOnPrimary = () => run(ctx).finally(() => notePosition(reads, origin));
  if (call.reads !== 'replica') return isMember || call.method === 'POST' ? runOnPrimary() : run(ctx);
  if (hasKey) return run(ctx);
  const seen = readCookie(origin, cookieName);
  if (seen === undefined && !isMember) return reads.run(ctx, 0n, run);
  const after = parse(seen);
  return after === null ? runOnPrimary() : reads.run(ctx, after, run);
}

async function notePosition(reads: ReadRouter, origin: Origin): Promise<void> {
  const value = await reads.readPosition().then(
    (position) => position.toString(16),
    () => unknown,
  );
  setCookie(origin, { name: cookieName, value, maxAgeSeconds: cookieSeconds });
}

const parse = (seen: string | undefined): LogPosition | null =>
  seen !== undefined && /^[0-9a-f]{1,16}$/.test(seen) ? BigInt(`0x${seen}`) : null;
