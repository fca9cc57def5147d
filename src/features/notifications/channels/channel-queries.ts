import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { Channel } from './delivery-queries.ts';

export type ContactRow = {
  /** Null if the member is deleted. */
  email: string | null;
  app_id: string | null;
  open_id: string | null;
  is_following: boolean | null;
};

/**
 * Finds a member's mail address and WeChat binding; undefined for a deleted member. Addresses are stored only once
 * verified.
 */
export function findContact(db: Database, memberId: string): Promise<ContactRow | undefined> {
  return db
    .selectFrom('members as m')
    .leftJoin('notice_wechat as w', 'w.member_id', 'm.id')
    .select(['m.email', 'w.app_id', 'w.open_id', 'w.is_following'])
    .where('m.id', '=', memberId)
    .where('m.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns the kinds a member wants by each channel, as `reply mail`. */
export async function listChannelChoices(db: Database, memberId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notice_channels')
    .select(['kind', 'channel'])
    .where('member_id', '=', memberId)
    .execute();
  return new Set(rows.map(({ kind, channel }) => `${kind} ${channel}`));
}

export async function insertChannelChoice(
  trx: Trx,
  memberId: string,
  kind: string,
  channel: Channel,
): Promise<void> {
  await sql`
    insert into notice_channels (member_id, kind, channel)
    select id, ${kind}, ${channel} from members where id = ${memberId} and deleted_at is null for key share
    on conflict do nothing`.execute(trx);
}

/** Deletes a choice of channel and the queued deliveries that depend on it. */
export async function deleteChannelChoice(
  trx: Trx,
  memberId: string,
  kind: string,
  channel: Channel,
): Promise<void> {
  await trx
    .deleteFrom('notice_channels')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .execute();
  await trx
    .deleteFrom('notice_deliveries')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .execute();
}

export async function insertBindTicket(
  trx: Trx,
  ticket: { ticket_hash: Buffer; member_id: string; expires_at: Date },
  now: Date,
): Promise<void> {
  await trx
    .deleteFrom('notice_wechat_tickets')
    .where((row) => row.or([row('member_id', '=', ticket.member_id), row('expires_at', '<', now)]))
    .execute();
  await trx.insertInto('notice_wechat_tickets').values(ticket).execute();
}

/** Whether a bind ticket is valid; does not consume it. */
export async function hasBindTicket(db: Database, ticketHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('notice_wechat_tickets')
    .select('member_id')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes a bind ticket, so that it works only once. @returns its member's id */
export async function deleteBindTicket(trx: Trx, ticketHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('notice_wechat_tickets')
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .returning('member_id')
    .executeTakeFirst();
  return row?.member_id;
}

/** Binds a WeChat user to a member. A WeChat user belongs to one member, the last one to bind them. */
export async function bindWechatPerson(
  trx: Trx,
  memberId: string,
  person: { app_id: string; open_id: string; is_following: boolean | null },
): Promise<void> {
  await trx
    .deleteFrom('notice_wechat')
    .where('app_id', '=', person.app_id)
    .where('open_id', '=', person.open_id)
    .where('member_id', '<>', memberId)
    .execute();
  await sql`
    insert into notice_wechat (member_id, app_id, open_id, is_following)
    select id, ${person.app_id}, ${person.open_id}, ${person.is_following}
    from members where id = ${memberId} and deleted_at is null for key share
    on conflict (member_id) do update
      set app_id = excluded.app_id, open_id = excluded.open_id, is_following = excluded.is_following`.execute(
    trx,
  );
}

export async function updateFollowing(db: Database, memberId: string, isFollowing: boolean): Promise<void> {
  await db
    .updateTable('notice_wechat')
    .set({ is_following: isFollowing })
    .where('member_id', '=', memberId)
    .execute();
}

export async function unbindWechatPerson(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('notice_wechat').where('member_id', '=', memberId).execute();
}
