import { sql } from 'kysely';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { type Claimed, claimJobs, isHeld, type Queue } from '#kernel/db/queue.ts';

export type WebhookRow = {
  id: string;
  name: string;
  url: string;
  events: string[];
  is_active: boolean;
  pause_reason: string;
  secret_version: number;
  failures: number;
  failing_since: Date | null;
  retry_at: Date | null;
  created_at: Date;
};
const webhookColumns = [
  'id',
  'name',
  'url',
  'events',
  'is_active',
  'pause_reason',
  'secret_version',
  'failures',
  'failing_since',
  'retry_at',
  'created_at',
] as const;

export const listWebhookRows = (db: Database): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').select(webhookColumns).orderBy('id').execute();

export const findWebhook = (db: Database | Trx, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').select(webhookColumns).where('id', '=', id).executeTakeFirst();

export const lockWebhook = (trx: Trx, id: string): Promise<WebhookRow | undefined> =>
  trx.selectFrom('webhooks').select(webhookColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Serialises the creation of webhooks, whose number is limited, until the transaction ends. */
export async function lockAndCountWebhooks(trx: Trx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' webhooks', 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(
  trx: Trx,
  row: Pick<WebhookRow, 'name' | 'url' | 'events' | 'created_at'>,
): Promise<WebhookRow> {
  return trx.insertInto('webhooks').values(row).returning(webhookColumns).executeTakeFirstOrThrow();
}

export async function updateWebhook(
  trx: Trx | Database,
  id: string,
  change: Partial<Omit<WebhookRow, 'id' | 'created_at'>>,
): Promise<void> {
  await trx.updateTable('webhooks').set(change).where('id', '=', id).execute();
}

export async function deleteWebhookRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Returns whether an active webhook has chosen an event. */
export async function hasReceivers(trx: Trx, event: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhooks where is_active and ${event} = any(events) limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * Queues messages for every active webhook that has chosen the event. The lock makes a concurrent deletion of a webhook
 * wait, which would otherwise abort the transaction of the event.
 */
export async function queueMessages(
  trx: Trx,
  event: string,
  bodies: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into webhook_deliveries (webhook_id, event, body, due_at, queued_at)
    select w.id, ${event}, message.body, ${now}, ${now}
    from webhooks w cross join unnest(${bodies}::text[]) with ordinality message (body, place)
    where w.is_active and ${event} = any(w.events)
    order by message.place for key share of w`.execute(trx);
}

export type DeliveryRow = {
  id: string;
  webhook_id: string;
  message_id: string;
  event: string;
  body: string;
  state: string;
  attempts: number;
  due_at: Date;
  queued_at: Date;
  attempted_at: Date | null;
  duration_ms: number | null;
  status: number | null;
  answer: string;
  error: string;
};
const deliveryColumns = [
  'id',
  'webhook_id',
  'message_id',
  'event',
  'body',
  'state',
  'attempts',
  'due_at',
  'queued_at',
  'attempted_at',
  'duration_ms',
  'status',
  'answer',
  'error',
] as const;

/** A lease outlasts the time limit of a request, so no other process sends the same message meanwhile. */
const leaseMs = 60_000;

/** The messages of one webhook; served by webhook_deliveries_due. */
const queueOf = (webhookId: string): Queue => ({
  table: 'webhook_deliveries',
  isOpen: sql`webhook_id = ${webhookId} and state = 'waiting'`,
  dueAt: 'due_at',
  attempts: 'attempts',
  order: sql`due_at, id`,
  leaseMs,
});

/** SQL: whether messages may be sent to a webhook now. */
const isOpen = (now: Date) => sql<boolean>`w.is_active and (w.retry_at is null or w.retry_at <= ${now})`;

/** Lists the ids of the webhooks to which messages may be sent and have to be. */
export async function listDueWebhooks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhooks w
    where ${isOpen(now())} and exists (
      select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= ${now()})
    order by w.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Claims the next message of a webhook, unless it was switched off or has failed meanwhile. */
export async function claimDelivery(
  ctx: Pick<Context, 'db' | 'now'>,
  webhookId: string,
): Promise<DeliveryRow | undefined> {
  const queue = queueOf(webhookId);
  const mayBeSent = sql`exists (select from webhooks w where w.id = ${webhookId} and ${isOpen(ctx.now())})`;
  const claimed = { ...queue, isOpen: sql`${queue.isOpen} and ${mayBeSent}` };
  const [row] = await claimJobs<DeliveryRow>(ctx, ctx.db, claimed, {
    limit: 1,
    returning: sql.join(deliveryColumns.map((column) => sql.ref(column))),
  });
  return row;
}

/** Inserts a message that the caller sends itself: it counts as claimed. */
export async function insertClaimedDelivery(
  db: Database,
  { webhook_id, event, body }: Pick<DeliveryRow, 'webhook_id' | 'event' | 'body'>,
  now: Date,
): Promise<DeliveryRow> {
  const due_at = new Date(now.getTime() + leaseMs);
  return db
    .insertInto('webhook_deliveries')
    .values({ webhook_id, event, body, attempts: 1, due_at, queued_at: now })
    .returning(deliveryColumns)
    .executeTakeFirstOrThrow();
}

export type AttemptResult = Pick<
  DeliveryRow,
  'state' | 'due_at' | 'duration_ms' | 'status' | 'answer' | 'error'
> & {
  attempted_at: Date;
};

/** Saves an attempt. @returns false if the claim is lost */
export async function saveAttempt(
  trx: Trx,
  claimed: Claimed & Pick<DeliveryRow, 'webhook_id'>,
  result: AttemptResult,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set(result)
    .where(isHeld(queueOf(claimed.webhook_id), claimed))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends what waits for a webhook that is switched off. */
export async function failWaiting(trx: Trx, webhookId: string, error: string): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', error })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Lists deliveries of a webhook, newest first, before the one with the id `before`. */
export function listDeliveryRows(
  db: Database,
  { webhookId, state }: { webhookId: string; state: string | undefined },
  { limit, before }: { limit: number; before: string | undefined },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(deliveryColumns)
    .where('webhook_id', '=', webhookId)
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? ''))
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export const findDelivery = (trx: Trx, id: string): Promise<DeliveryRow | undefined> =>
  trx.selectFrom('webhook_deliveries').select(deliveryColumns).where('id', '=', id).executeTakeFirst();

/** @returns false if the delivery waits already */
export async function requeueDelivery(trx: Trx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', due_at: now, queued_at: now })
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteDeliveriesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('queued_at', '<', before).execute();
}
