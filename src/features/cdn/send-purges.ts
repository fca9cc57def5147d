import { allTags } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { backOff } from '#kernel/db/queue.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import type { Purged } from './find-addresses.ts';
import {
  claimPurges,
  deletePurges,
  endPurges,
  hasDuePurges,
  type PurgeRow,
  postponePurges,
} from './queries.ts';
import { type CdnParts, openTarget } from './targets.ts';

/**
 * When a purge is sent again after it was sent, in ms. The first may reach the CDN before a web process has received the
 * notification, or while an old page is on its way, and the CDN would store that page again. The second follows as soon
 * as both are unlikely. A web process that has lost its connection notices within 7 s and bypasses its cache
 * (`src/kernel/db/listener.ts`), so after the last nothing can bring an old page back.
 */
const againAfterMs = [1000, 9000];
/** Aliyun takes minutes to purge and counts every address, so it gets each purge once, when the others get the second. */
const onceAfterMs = 1000;
const maxRows = 500;
/** More tags than this are everything. */
const maxTags = 400;
const firstRetryMs = 1000;
const maxRetryMs = 60_000;
/** What a CDN stores expires within a minute, so an old purge has nothing left to do. */
const maxAgeMs = 3_600_000;
const logPauseMs = 60_000;

const loggedAt = perTenant(() => ({ ms: 0 }));

/** Sends the purges that are due, as one. Safe in several processes at once. */
export async function sendPurges(ctx: Context, parts: CdnParts): Promise<void> {
  const { cdn } = parts;
  if (!cdn || !(await hasDuePurges(ctx))) return;
  const rows = await claimPurges(ctx, maxRows);
  const isWaiting = ({ attempts }: PurgeRow) => cdn.kind === 'aliyun' && attempts === 1;
  const ready = rows.filter((row) => !isWaiting(row));
  const at = (ms: number) => new Date(ctx.now().getTime() + ms);
  await postponePurges(
    ctx.db,
    rows.filter(isWaiting).map((row) => ({ ...row, dueAt: at(onceAfterMs) })),
  );
  if (ready.length === 0) return;
  try {
    await (await openTarget(ctx, { ...parts, cdn })).purge(ctx, joinTags(ready));
  } catch (error) {
    logFault(ctx, error, ready.length);
    const dueAt = (row: PurgeRow) => at(backOff(row.attempts - row.sent, firstRetryMs, maxRetryMs));
    return postponePurges(
      ctx.db,
      ready.map((row) => ({ ...row, dueAt: dueAt(row) })),
    );
  }
  const nextAfterMs = ({ sent }: PurgeRow) => (cdn.kind === 'aliyun' ? undefined : againAfterMs[sent]);
  await endPurges(
    ctx.db,
    ready.map((row) => {
      const ms = nextAfterMs(row);
      return { ...row, nextAt: ms === undefined ? null : at(ms) };
    }),
  );
}

function joinTags(rows: readonly PurgeRow[]): Purged {
  const tags = new Set(rows.flatMap((row) => row.tags));
  return tags.has(allTags) || tags.size > maxTags ? null : rows.map((row) => row.tags);
}

/** Logs a failure at most once a minute: an outage fails every purge. */
function logFault(ctx: Context, error: unknown, waiting: number): void {
  const logged = loggedAt(ctx.tenant);
  const nowMs = Date.now();
  if (nowMs - logged.ms < logPauseMs) return;
  logged.ms = nowMs;
  ctx.log.error({ reason: (error as Error).message, waiting }, 'the CDN did not take a purge');
}

/** Forgets purges that the CDN did not take within an hour. */
export async function tidyPurges(ctx: Context): Promise<void> {
  const count = await deletePurges(ctx.db, new Date(ctx.now().getTime() - maxAgeMs));
  if (count > 0) ctx.log.error({ count }, 'purges of the CDN were given up after an hour');
}
