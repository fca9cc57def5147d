import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { hasDueRows } from '#kernel/db/queue.ts';

export type Channel = 'mail' | 'wechat';

/**
 * Queues notices for the channels on which their members want their kind. What waits there already is not queued
 * again.
 */
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
 * Takes the delivery that is due longest, and with it what else waits for the same member, kind and channel where
 * `gathered` names its kind; of those nothing is taken while some of them is under way or to be tried again. Until
 * `until` nobody else takes them, so that what a dying process held is tried again.
 */
export async function claimDeliveries(
  trx: Trx,
  { now, until, gathered, most }: { now: Date; until: Date; gathered: readonly string[]; most: number },
): Promise<DeliveryRow[]> {
  // One at a time decides what goes together; it takes a millisecond.
  await sql`select pg_advisory_xact_lock(hashtextextended('notice deliveries', 0))`.execute(trx);
  const same = sql`o.member_id = d.member_id and o.channel = d.channel and o.kind = d.kind and o.state = 'waiting'`;
  const { rows } = await sql<DeliveryRow>`
    with first as (
      select d.id, d.member_id, d.kind, d.channel from notice_deliveries d
      where ${isDue(now)} and not (d.kind = any(${gathered}::text[]) and exists (
        select from notice_deliveries o where ${same} and o.id <> d.id and o.tries > 0 and o.due_at > ${now}))
      order by d.due_at, d.id limit 1
    ), others as (
      select o.id from first d join notice_deliveries o on ${same}
      where d.kind = any(${gathered}::text[]) and o.id <> d.id order by o.id desc limit ${sql.lit(most)}
    )
    update notice_deliveries d set tries = d.tries + 1, due_at = ${until}
    where d.id in (select id from first union all select id from others)
    returning d.id, d.notice_id, d.member_id, d.kind, d.channel, d.tries`.execute(trx);
  return rows;
}

/** When the last of this kind went out to a member by a channel; served by notice_deliveries_last. */
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

/** The notices of deliveries as they read now; those read meanwhile are left out, the last first. */
export async function listDeliverable(db: Database, noticeIds: readonly string[]): Promise<DeliverableRow[]> {
  const { rows } = await sql<DeliverableRow>`
    select n.id, n.kind, n.title, coalesce(a.body, n.body) body, n.link, n.told_at
    from notices n left join announcements a
      on a.id = case n.kind when 'announcement' then split_part(n.source_key, ':', 2)::bigint end
    where n.id = any(${noticeIds}::bigint[]) and n.read_at is null
    order by n.told_at desc, n.id desc`.execute(db);
  return rows;
}

/** Ends deliveries for good. `fault` says why they were dropped. */
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

/** Puts off what failed, or without a `fault` what was not tried. */
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

/** Forgets what ended before `until`. */
export async function deleteEndedDeliveries(db: Database, until: Date): Promise<void> {
  await db
    .deleteFrom('notice_deliveries')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', until)
    .execute();
}
