import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';

export type Channel = 'mail' | 'wechat';

/** Queues notices for the channels their members chose for the kind, unless they are queued already. */
export async function insertDeliveries(trx: Trx, noticeIds: readonly string[], now: Date): Promise<void> {
  if (noticeIds.length === 0) return;
  await sql`
    insert into notice_deliveries (notice_id, member_id, kind, channel, due_at)
    select n.id, n.member_id, n.kind, c.channel, ${now}
    from notices n join notice_channels c on c.member_id = n.member_id and c.kind = n.kind
    where n.id = any(${noticeIds}::bigint[])
    on conflict (notice_id, channel) where state = 'waiting' do nothing`.execute(trx);
}

export type DeliveryRow = {
  id: string;
  notice_id: string;
  member_id: string;
  kind: string;
  channel: Channel;
  tries: number;
};

const isDue = (now: Date) => sql`state = 'waiting' and due_at <= ${now}`;

/** Whether `claimDeliveries` may find anything; served by notice_deliveries_due. */
export const hasDueDeliveries = (db: Database, now: Date): Promise<boolean> =>
  hasDueRows(db, { table: 'notice_deliveries', isDue: isDue(now) });

/**
 * Claims the delivery that has been due longest. If its kind is in `batchedKinds`, also claims the other waiting
 * deliveries of the same member, kind and channel; nothing of such a batch is claimed while part of it is being sent or
 * retried. The lease lasts until `until`, after which deliveries of a dead process are claimed again.
 */
export async function claimDeliveries(
  trx: Trx,
  {
    now,
    until,
    batchedKinds,
    maxBatchSize,
  }: { now: Date; until: Date; batchedKinds: readonly string[]; maxBatchSize: number },
): Promise<DeliveryRow[]> {
  // An advisory lock serialises the batching; it is held for about a millisecond.
  await sql`select pg_advisory_xact_lock(hashtextextended('notice deliveries', 0))`.execute(trx);
  const isSameBatch = sql`o.member_id = d.member_id and o.channel = d.channel and o.kind = d.kind and o.state = 'waiting'`;
  const { rows } = await sql<DeliveryRow>`
    with first as (
      select d.id, d.member_id, d.kind, d.channel from notice_deliveries d
      where ${isDue(now)} and not (d.kind = any(${batchedKinds}::text[]) and exists (
        select from notice_deliveries o where ${isSameBatch} and o.id <> d.id and o.tries > 0 and o.due_at > ${now}))
      order by d.due_at, d.id limit 1
    ), others as (
      select o.id from first d join notice_deliveries o on ${isSameBatch}
      where d.kind = any(${batchedKinds}::text[]) and o.id <> d.id order by o.id desc limit ${sql.lit(maxBatchSize)}
    )
    update notice_deliveries d set tries = d.tries + 1, due_at = ${until}
    where d.id in (select id from first union all select id from others)
    returning d.id, d.notice_id, d.member_id, d.kind, d.channel, d.tries`.execute(trx);
  return rows;
}

/** Returns when the last notice of a kind was sent to a member by a channel; served by notice_deliveries_last. */
export async function findLastSent(
  db: Database,
  { member_id, kind, channel }: Pick<DeliveryRow, 'member_id' | 'kind' | 'channel'>,
): Promise<Date | null> {
  const row = await db
    .selectFrom('notice_deliveries')
    .select('ended_at')
    .where('member_id', '=', member_id)
    .where('channel', '=', channel)
    .where('kind', '=', kind)
    .where('state', '=', 'sent')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ended_at ?? null;
}

export type DeliverableRow = {
  id: string;
  kind: string;
  title: string;
  body: string;
  link: string;
  told_at: Date;
};

/** Lists the current notices of deliveries, newest first, without those that were read meanwhile. */
export async function listDeliverable(db: Database, noticeIds: readonly string[]): Promise<DeliverableRow[]> {
  const { rows } = await sql<DeliverableRow>`
    select n.id, n.kind, n.title, coalesce(a.body, n.body) body, n.link, n.told_at
    from notices n left join announcements a
      on a.id = case n.kind when 'announcement' then split_part(n.source_key, ':', 2)::bigint end
    where n.id = any(${noticeIds}::bigint[]) and n.read_at is null
    order by n.told_at desc, n.id desc`.execute(db);
  return rows;
}

/** Marks deliveries as ended. `fault` is the reason if they were dropped. */
export async function endDeliveries(
  db: Database,
  ids: readonly string[],
  state: 'sent' | 'dropped',
  now: Date,
  fault = '',
): Promise<void> {
  await db
    .updateTable('notice_deliveries')
    .set({ state, ended_at: now, fault })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}

/** Reschedules deliveries: failed ones with a `fault`, or without one those that were not tried. */
export async function postponeDeliveries(
  db: Database,
  ids: readonly string[],
  dueAt: Date,
  fault?: string,
): Promise<void> {
  await db
    .updateTable('notice_deliveries')
    .set(fault === undefined ? { due_at: dueAt, tries: 0 } : { due_at: dueAt, fault })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes deliveries that ended before `until`. */
export async function deleteEndedDeliveries(db: Database, until: Date): Promise<void> {
  await db
    .deleteFrom('notice_deliveries')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', until)
    .execute();
}
