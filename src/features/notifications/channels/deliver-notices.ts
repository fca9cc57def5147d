import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayMs } from '#shared/dates.ts';
import { isBatched, noticeKinds } from '../policy.ts';
import { deleteExpiredTickets } from './channel-queries.ts';
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
import { type Delivery, sendNotices, Unreachable } from './send-notices.ts';

// Back-off intervals. After half a day of failures the delivery is dropped; the notice itself stays on the site.
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const retryDelaysMs = [1, 5, 30, 120, 360].map((minutes) => minutes * minuteMs);
// Longer than any sending takes; after that a delivery of a dead process is claimed again.
const leaseMs = 2 * minuteMs;
// A batched mail names only the newest notices.
const maxBatchSize = 50;
// Sending is bound by the servers of mail and WeChat, not by the CPU.
const maxConcurrent = 4;
const retentionMs = 30 * dayMs;

const batchedKinds = noticeKinds.filter(({ kind }) => isBatched(kind)).map(({ kind }) => kind);

/** Sends all due deliveries by mail and WeChat. Safe in several processes at once. */
export async function deliverNotices(ctx: Context, parts: NoticeParts): Promise<void> {
  if (!(await hasDueDeliveries(ctx.db, ctx.now()))) return;
  const sendUntilDone = async () => {
    while (await deliverNext(ctx, parts)) {
      // Each call sends one batch.
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, sendUntilDone));
}

/** Deletes deliveries that ended a month ago. */
export async function tidyDeliveries(ctx: Context): Promise<void> {
  await deleteEndedDeliveries(ctx.db, new Date(ctx.now().getTime() - retentionMs));
  await deleteExpiredTickets(ctx.db, ctx.now());
}

/** @returns false if nothing is due */
async function deliverNext(ctx: Context, parts: NoticeParts): Promise<boolean> {
  const now = ctx.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const rows = await inTransaction(ctx, (trx) =>
    claimDeliveries(trx, { now, until: leaseUntil, batchedKinds, maxBatchSize }),
  );
  // The oldest delivery of the batch gives it its idempotency key, which stays the same for retries.
  const [row] = rows.toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
  if (!row) return false;
  const ids = rows.map(({ id }) => id);
  const notBefore = isBatched(row.kind) ? await findNextBatchTime(ctx, row) : null;
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
    await sendNotices(ctx, parts, deliveryOf(row), notices).then(
      () => endDeliveries(ctx.db, ids, 'sent', ctx.now()),
      (error: unknown) => retryOrDrop(ctx, rows, error),
    );
  return true;
}

const deliveryOf = ({ id, member_id: memberId, kind, channel }: DeliveryRow): Delivery => ({
  ...{ memberId, kind, channel },
  idempotencyKey: `notice-${id}`,
});

/** Returns when the next batch of a kind may be sent: an hour after the last one; null if now. */
async function findNextBatchTime(ctx: Context, row: DeliveryRow): Promise<Date | null> {
  const last = await findLastSent(ctx.db, row);
  const nextBatchMs = last ? last.getTime() + hourMs : 0;
  return nextBatchMs > ctx.now().getTime() ? new Date(nextBatchMs) : null;
}

async function retryOrDrop(ctx: Context, rows: readonly DeliveryRow[], error: unknown): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const fault = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  const tries = Math.max(...rows.map((row) => row.tries));
  const delayMs = error instanceof Unreachable ? undefined : retryDelaysMs[tries - 1];
  if (delayMs === undefined) return endDeliveries(ctx.db, ids, 'dropped', ctx.now(), fault);
  await postponeDeliveries(ctx.db, ids, new Date(ctx.now().getTime() + delayMs), fault);
}
