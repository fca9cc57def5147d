import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { hasPermission } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound, rateLimited } from '#kernel/errors.ts';
import { explainRefusal } from '#kernel/fetch/explain-fetch.ts';
import { checkAddress, FetchRefusal } from '#kernel/fetch/fetch-bytes.ts';
import { toCursorPage } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { attempt, errorText, notChosen, onDelivered, type WebhookParts } from './deliver.ts';
import { messageBody } from './listeners.ts';
import {
  type DeliveryRow,
  deleteWebhookRow,
  failWaiting,
  findDelivery,
  findWebhook,
  insertClaimedDelivery,
  insertWebhook,
  listDeliveryRows,
  listWebhookRows,
  lockAndCountWebhooks,
  lockWebhook,
  requeueDelivery,
  saveAttempt,
  updateWebhook,
  type WebhookRow,
} from './queries.ts';
import type * as schema from './schema.ts';
import {
  type Delivery,
  mayReceive,
  permissionOf,
  testEvent,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
} from './schema.ts';
import { presentSecret } from './sign.ts';

const maxWebhooks = 20;

type WebhookInput = z.output<typeof schema.webhookInput>;

/** Returns all webhooks. */
export async function readWebhooks(ctx: Context): Promise<{ webhooks: Webhook[] }> {
  const rows = await listWebhookRows(ctx.db);
  return {
    webhooks: rows.map((row) => ({
      id: row.id,
      name: row.name,
      url: row.url,
      events: row.events,
      isActive: row.is_active,
      pauseReason: row.pause_reason,
      failingSince: row.failing_since && toIso(row.failing_since),
      createdAt: toIso(row.created_at),
    })),
  };
}

/**
 * Creates a webhook. Its secret is returned only this once.
 * @throws invalid for a private address; forbidden for events that the caller may not see; conflict at the limit
 */
export function createWebhook(
  ctx: Context,
  { fetching }: WebhookParts,
  input: WebhookInput,
): Promise<{ id: string; secret: string }> {
  refusePrivate(input.url, fetching);
  refuseEvents(ctx, input.events);
  return inTransaction(ctx, async (trx) => {
    if ((await lockAndCountWebhooks(trx)) >= maxWebhooks)
      throw conflict(`最多 ${maxWebhooks} 个推送，请先删除不用的`);
    const row = await insertWebhook(trx, { ...input, created_at: ctx.now() });
    await recordAction(ctx, trx, {
      action: 'webhook.create',
      target: `webhook:${row.id}`,
      after: auditedFields(row),
    });
    return { id: row.id, secret: await presentSecret(ctx, row) };
  });
}

/**
 * Changes a webhook. A saved endpoint starts without failures; one that is switched off gets nothing of what waits.
 * @throws invalid for a private address; forbidden for new events that the caller may not see; notFound
 */
export async function saveWebhook(
  ctx: Context,
  { fetching }: WebhookParts,
  { id, isActive, ...input }: z.output<typeof schema.webhookChange>,
): Promise<boolean> {
  refusePrivate(input.url, fetching);
  await inTransaction(ctx, async (trx) => {
    const before = await requireWebhook(trx, id);
    // With another address, the chosen events become new ones.
    const known = input.url === before.url ? before.events : [];
    refuseEvents(
      ctx,
      input.events.filter((event) => !known.includes(event)),
    );
    const after = { ...before, ...input, is_active: isActive };
    await updateWebhook(trx, id, {
      ...input,
      is_active: isActive,
      pause_reason: '',
      ...{ failures: 0, failing_since: null, retry_at: null },
    });
    // Also before it is switched on again: an event may have been queued while it was switched off.
    if (!isActive || !before.is_active) await failWaiting(trx, id, '推送已停用');
    await recordAction(ctx, trx, {
      action: 'webhook.save',
      target: `webhook:${id}`,
      ...differences(auditedFields(before), auditedFields(after)),
    });
  });
  return true;
}

/**
 * Replaces the secret; the old one signs nothing any more. @throws forbidden for whoever may not see an event of the
 * webhook, because the secret vouches for its messages
 */
export function rotateSecret(ctx: Context, id: string): Promise<{ secret: string }> {
  return inTransaction(ctx, async (trx) => {
    const before = await requireWebhook(trx, id);
    refuseEvents(ctx, before.events as WebhookInput['events']);
    const secret_version = before.secret_version + 1;
    await updateWebhook(trx, id, { secret_version });
    await recordAction(ctx, trx, { action: 'webhook.rotateSecret', target: `webhook:${id}` });
    return { secret: await presentSecret(ctx, { id, secret_version }) };
  });
}

/** Deletes a webhook with its log. */
export async function deleteWebhook(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const row = await requireWebhook(trx, id);
    await deleteWebhookRow(trx, id);
    await recordAction(ctx, trx, {
      action: 'webhook.delete',
      target: `webhook:${id}`,
      before: auditedFields(row),
    });
  });
  return true;
}

const testLimit: RateLimit = {
  name: 'webhook-tests',
  max: 10,
  windowMs: 60_000,
  refuse: (wait) => rateLimited(`每分钟最多发送 10 次测试，请 ${wait} 秒后再试`, wait),
};

/**
 * Sends a test message at once, also to a webhook that is switched off. A success ends a series of failures, a failure
 * is not repeated. @returns the delivery
 */
export async function testWebhook(ctx: Context, parts: WebhookParts, id: string): Promise<Delivery> {
  const webhook = await findWebhook(ctx.db, id);
  if (!webhook) throw notFound('这个推送已被删除');
  await countHit(ctx, ctx.db, testLimit, id);
  const now = ctx.now();
  const body = messageBody(testEvent, { webhookId: id }, now);
  const delivery = await insertClaimedDelivery(ctx.db, { webhook_id: id, event: testEvent, body }, now);
  const outcome = await attempt(ctx, parts, webhook, delivery);
  const state = outcome.error === '' ? 'delivered' : 'failed';
  await inTransaction(ctx, async (trx) => {
    const locked = await requireWebhook(trx, id);
    if (state === 'delivered') await onDelivered(trx, locked, delivery, outcome);
    else await saveAttempt(trx, delivery, { ...outcome, state, due_at: now });
    await recordAction(ctx, trx, {
      action: 'webhook.test',
      target: `webhook:${id}`,
      after: { outcome: outcome.error || '送达' },
    });
  });
  return presentDelivery({ ...delivery, ...outcome, state });
}

/** Returns the log of a webhook, newest first. */
export async function readDeliveries(
  ctx: Context,
  { webhookId, state, cursor, size }: z.output<typeof schema.deliveryQuery>,
): Promise<z.infer<typeof schema.deliveryPage>> {
  const filter = { webhookId, state: state === 'all' ? undefined : state };
  const rows = await listDeliveryRows(ctx.db, filter, { limit: size + 1, before: cursor });
  return toCursorPage(rows, size, (row) =>
    presentDelivery(maySee(ctx, row.event) ? row : { ...row, body: '' }),
  );
}

/** Queues a finished message again, under its old id. @throws notFound; conflict if it waits, nothing is sent, or the webhook does not have its event */
export async function redeliver(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const delivery = await findDelivery(trx, id);
    if (!delivery) throw notFound('这次投递的记录已被删除');
    const webhook = await requireWebhook(trx, delivery.webhook_id);
    if (!webhook.is_active) throw conflict('推送已停用，请先启用');
    if (!mayReceive(webhook, delivery.event)) throw conflict(`${notChosen}，不能再投递；请先在推送里选上它`);
    // Staff expect that the endpoint works again.
    await updateWebhook(trx, webhook.id, { retry_at: null });
    if (!(await requeueDelivery(trx, id, ctx.now()))) throw conflict('正在等待投递');
    await recordAction(ctx, trx, {
      action: 'webhook.redeliver',
      target: `webhook:${webhook.id}`,
      after: { number: delivery.message_id },
    });
  });
  return true;
}

const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  messageId: row.message_id,
  event: row.event,
  body: row.body,
  state: row.state as Delivery['state'],
  attempts: row.attempts,
  queuedAt: toIso(row.queued_at),
  dueAt: row.state === 'waiting' ? toIso(row.due_at) : null,
  attemptedAt: row.attempted_at && toIso(row.attempted_at),
  durationMs: row.duration_ms,
  status: row.status,
  answer: row.answer,
  error: row.error,
});

async function requireWebhook(trx: Trx, id: string): Promise<WebhookRow> {
  const row = await lockWebhook(trx, id);
  if (!row) throw notFound('这个推送已被删除');
  return row;
}

/** The path of an address may contain a token, so the audit log has the host only. */
const auditedFields = ({
  name,
  url,
  events,
  is_active,
}: Pick<WebhookRow, 'name' | 'url' | 'events' | 'is_active'>) => ({
  name,
  host: URL.parse(url)?.host ?? '',
  events: events.join('、'),
  isActive: is_active,
});

const maySee = ({ actor }: Context, event: string): boolean => {
  const permission = permissionOf(event);
  return permission === undefined || hasPermission(actor, permission);
};

function refuseEvents(ctx: Context, events: readonly WebhookEvent[]): void {
  const refused = events.filter((event) => !maySee(ctx, event)).map((event) => webhookEvents[event].label);
  if (refused.length > 0) throw forbidden(`你没有查看这些事件的权限：${refused.join('、')}`);
}

/** Refuses at once what delivery would refuse; names are resolved when a message is sent. @throws invalid */
function refusePrivate(url: string, { mayConnect }: WebhookParts['fetching']): void {
  try {
    checkAddress(url, mayConnect);
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error;
    throw invalid(explainRefusal(error, errorText), 'url');
  }
}
