import { listStaffWith } from '#features/identity/index.ts';
import { notifyMembers } from '#features/notifications/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { backOff } from '#kernel/db/queue.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { explainFetch } from '#kernel/fetch/explain-fetch.ts';
import { type FetchLimits, postText } from '#kernel/fetch/fetch-bytes.ts';
import { cleanText } from '#shared/clean-text.ts';
import { dayMs } from '#shared/dates.ts';
import {
  claimDelivery,
  type DeliveryRow,
  deleteDeliveriesBefore,
  failWaiting,
  findWebhook,
  listDueWebhooks,
  lockWebhook,
  saveAttempt,
  updateWebhook,
  type WebhookRow,
} from './queries.ts';
import { mayReceive } from './schema.ts';
import { signMessage } from './sign.ts';

export type WebhookParts = { fetching: FetchLimits };

const limits = { timeoutMs: 10_000, maxBytes: 1000 };
/** The wording of errors in the log of deliveries. */
export const errorText = { address: '网址', server: '对方', content: '回答', maxMb: 1, seconds: 10 };
// Sending waits for other servers, not for the CPU.
const maxPerWebhook = 2;
/** No message is begun later than this after the begin of a run. */
const maxRunMs = 5000;
// After half a minute, a minute, two … up to three hours.
const firstRetryMs = 30_000;
const maxRetryMs = 3 * 3_600_000;
/** A message is tried for so long. */
const maxAgeMs = dayMs;
/** An endpoint that fails for so long is switched off. */
const maxFailingMs = 3 * dayMs;
const retentionMs = 30 * dayMs;
/** The endpoint wants no more messages (Standard Webhooks). */
const gone = 410;

/**
 * Sends due messages, to all webhooks at once, for at most `maxRunMs`: an endpoint that is slow holds up no other. Safe
 * in several processes at once.
 */
export async function deliverWebhooks(
  ctx: Context,
  parts: WebhookParts,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const until = performance.now() + maxRunMs;
  const sendUntilDone = async (webhookId: string) => {
    while (!signal?.aborted && performance.now() < until && (await deliverNext(ctx, parts, webhookId))) {
      // Each call sends one message.
    }
  };
  const due = await listDueWebhooks(ctx);
  const senders = due.flatMap((id) => Array.from({ length: maxPerWebhook }, () => id));
  await Promise.all(senders.map(sendUntilDone));
}

/** Deletes deliveries a month after they were queued. */
export const tidyDeliveries = (ctx: Context): Promise<void> =>
  deleteDeliveriesBefore(ctx.db, new Date(ctx.now().getTime() - retentionMs));

/** @returns false if nothing is due */
async function deliverNext(ctx: Context, parts: WebhookParts, webhookId: string): Promise<boolean> {
  const delivery = await claimDelivery(ctx, webhookId);
  if (!delivery) return false;
  // Read for each message: address or secret may have changed.
  const webhook = await findWebhook(ctx.db, webhookId);
  // Deleted since the claim, and the delivery with it.
  if (!webhook) return true;
  const startedAt = ctx.now();
  if (!mayReceive(webhook, delivery.event)) {
    const nothing = { attempted_at: startedAt, duration_ms: 0, status: null, answer: '' };
    await inTransaction(ctx, (trx) =>
      saveAttempt(trx, delivery, { ...nothing, error: notChosen, state: 'failed', due_at: startedAt }),
    );
    return true;
  }
  const outcome = await attempt(ctx, parts, webhook, delivery);
  await inTransaction(ctx, async (trx) => {
    const locked = await lockWebhook(trx, webhookId);
    if (!locked) return;
    if (outcome.error === '') await onDelivered(trx, locked, delivery, outcome);
    else await onFailed(ctx, trx, locked, delivery, { ...outcome, startedAt });
  });
  return true;
}

/** Why a message of an event that a webhook does not have is not sent. */
export const notChosen = '这个推送没有选择这类事件';

type Outcome = {
  attempted_at: Date;
  duration_ms: number;
  status: number | null;
  answer: string;
  /** Empty after a success. */
  error: string;
};

/** Sends a message once. Never throws for faults of the endpoint. */
export async function attempt(
  ctx: Context,
  { fetching }: WebhookParts,
  webhook: WebhookRow,
  delivery: DeliveryRow,
): Promise<Outcome> {
  const begin = performance.now();
  const outcomeOf = (result: Pick<Outcome, 'status' | 'answer' | 'error'>): Outcome => ({
    ...result,
    attempted_at: ctx.now(),
    duration_ms: Math.round(performance.now() - begin),
  });
  try {
    const headers = await signMessage(ctx, webhook, delivery);
    const { status, bytes } = await postText(webhook.url, delivery.body, { ...limits, ...fetching, headers });
    const isSuccess = status >= 200 && status < 300;
    return outcomeOf({
      status,
      answer: cleanText(bytes.toString('utf8')),
      error: isSuccess ? '' : `对方回答了 ${status}，应为 200 到 299`,
    });
  } catch (fault) {
    const explained = explainFetch(fault, errorText);
    // The address may contain a token, so the log has the id only.
    if (!explained) ctx.log.error({ err: fault, webhook: webhook.id }, 'a webhook could not be sent');
    return outcomeOf({ status: null, answer: '', error: explained ?? '没有送出，请稍后再试' });
  }
}

/** Saves a success: the endpoint works again. */
export async function onDelivered(
  trx: Trx,
  { id }: WebhookRow,
  delivery: DeliveryRow,
  outcome: Outcome,
): Promise<void> {
  await saveAttempt(trx, delivery, { ...outcome, state: 'delivered', due_at: outcome.attempted_at });
  await updateWebhook(trx, id, { failures: 0, failing_since: null, retry_at: null });
}

/**
 * Saves a failure. An endpoint that does not work gets nothing before the next attempt; a message that it refuses waits
 * alone. After three days without a success the endpoint is switched off.
 */
async function onFailed(
  ctx: Context,
  trx: Trx,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  { startedAt, ...outcome }: Outcome & { startedAt: Date },
): Promise<void> {
  const now = ctx.now();
  const isTooOld = now.getTime() - delivery.queued_at.getTime() >= maxAgeMs;
  const isRefused = refusesMessage(outcome.status);
  await saveAttempt(trx, delivery, {
    ...outcome,
    state: isTooOld || !webhook.is_active ? 'failed' : 'waiting',
    due_at: isRefused ? laterBy(now, delivery.attempts) : now,
  });
  const failingSince = webhook.failing_since ?? now;
  await updateWebhook(trx, webhook.id, { failing_since: failingSince });
  const isGone = outcome.status === gone;
  if (isGone || now.getTime() - failingSince.getTime() >= maxFailingMs)
    return pause(ctx, trx, webhook, isGone ? '对方回答了 410，表示不再接收' : '连续三天没有送达');
  // Concurrent failures count once.
  const isCounted = webhook.retry_at !== null && webhook.retry_at > startedAt;
  if (isRefused || isCounted) return;
  const failures = webhook.failures + 1;
  await updateWebhook(trx, webhook.id, { failures, retry_at: laterBy(now, failures) });
}

const laterBy = (now: Date, failures: number): Date =>
  new Date(now.getTime() + backOff(failures, firstRetryMs, maxRetryMs));

/** Whether the endpoint works and refuses this one message: a 4xx, except those that ask to wait. */
const refusesMessage = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && ![408, gone, 425, 429].includes(status);

async function pause(ctx: Context, trx: Trx, { id, name }: WebhookRow, reason: string): Promise<void> {
  await updateWebhook(trx, id, { is_active: false, pause_reason: reason });
  await failWaiting(trx, id, '推送已停用');
  await notifyMembers(ctx, trx, await listStaffWith(trx, '*'), {
    kind: 'system',
    title: `事件推送“${name}”已停用`,
    body: `${reason}。请检查对方的地址，再到设置里重新启用。`,
    link: `/admin/settings?group=webhooks&open=${id}`,
    sourceKey: `webhook:${id}:${ctx.now().getTime()}`,
  });
}
