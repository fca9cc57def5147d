import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayMs } from '#shared/dates.ts';
import { isGathered, noticeKinds } from '../policy.ts';
import {
  claimDeliveries,
  type DeliveryRow,
  deleteEndedDeliveries,
  endDeliveries,
  findLastSent,
  hasDueDeliveries,
  listDeliverable,
  postponeDeliveries,
} from './delivery-queries.ts';
import type { NoticeParts } from './parts.ts';
import { type Sending, send, Unreachable } from './send.ts';

// Tried again after these; whoever could not be reached for half a day has the notice in the site.
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const pauses = [1, 5, 30, 120, 360].map((minutes) => minutes * minuteMs);
// Longer than any sending takes: what a process that died was at is tried again then.
const leaseMs = 2 * minuteMs;
// Of a storm the letter names the last ones.
const mostGathered = 50;
// Servers of mail and WeChat wait for each other's answers, not for our processor.
const atOnce = 4;
const keptMs = 30 * dayMs;

const gathered = noticeKinds.filter(({ kind }) => isGathered(kind)).map(({ kind }) => kind);

/** Sends all that is due by mail and WeChat. Safe in several processes at once. */
export async function deliverNotices(ctx: Context, parts: NoticeParts): Promise<void> {
  if (!(await hasDueDeliveries(ctx.db, ctx.now()))) return;
  const sendUntilDone = async () => {
    while (await deliverNext(ctx, parts)) {
      // Each is a step of its own.
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendUntilDone));
}

/** Forgets what went out a month ago. */
export const tidyDeliveries = (ctx: Context): Promise<void> =>
  deleteEndedDeliveries(ctx.db, new Date(ctx.now().getTime() - keptMs));

/** @returns false when nothing is due */
async function deliverNext(ctx: Context, parts: NoticeParts): Promise<boolean> {
  const now = ctx.now();
  const until = new Date(now.getTime() + leaseMs);
  const rows = await inTransaction(ctx, (trx) =>
    claimDeliveries(trx, { now, until, gathered, most: mostGathered }),
  );
  // The first that waited gives its name to what goes out together, at this try and the next.
  const [row] = rows.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
  if (!row) return false;
  const ids = rows.map(({ id }) => id);
  const notBefore = isGathered(row.kind) ? await findRest(ctx, row) : null;
  if (notBefore) {
    await postponeDeliveries(ctx.db, ids, notBefore);
    return true;
  }
  const notices = await listDeliverable(
    ctx.db,
    rows.map(({ notice_id }) => notice_id),
  );
  if (notices.length === 0) await endDeliveries(ctx.db, ids, 'dropped', ctx.now(), '已在站内读过');
  else
    await send(ctx, parts, sendingOf(row), notices).then(
      () => endDeliveries(ctx.db, ids, 'sent', ctx.now()),
      (error: unknown) => giveBack(ctx, rows, error),
    );
  return true;
}

const sendingOf = ({ id, member_id: memberId, kind, channel }: DeliveryRow): Sending => ({
  ...{ memberId, kind, channel },
  onceId: `notice-${id}`,
});

/** Until when no more of a gathered kind goes out, since some did within the hour; null when there is none to wait for. */
async function findRest(ctx: Context, row: DeliveryRow): Promise<Date | null> {
  const last = await findLastSent(ctx.db, row);
  const rest = last ? last.getTime() + hourMs : 0;
  return rest > ctx.now().getTime() ? new Date(rest) : null;
}

async function giveBack(ctx: Context, rows: readonly DeliveryRow[], error: unknown): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const fault = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  const tries = Math.max(...rows.map((row) => row.tries));
  const pause = error instanceof Unreachable ? undefined : pauses[tries - 1];
  if (pause === undefined) return endDeliveries(ctx.db, ids, 'dropped', ctx.now(), fault);
  await postponeDeliveries(ctx.db, ids, new Date(ctx.now().getTime() + pause), fault);
}
