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

/** Deletes expired bind tickets, which name the WeChat users who opened them. */
export async function deleteExpiredTickets(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('notice_wechat_tickets').where('expires_at', '<', now).execute();
}

const validTicket = (db: Database | Trx, ticketHash: Buffer, now: Date) =>
  db
    .selectFrom('notice_wechat_tickets')
    .select(['member_id', 'code_hash', 'app_id', 'open_id', 'is_following', 'bound_at'])
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now);

/** Returns a valid bind ticket, with the WeChat user who opened it last; undefined if it is unknown or expired. */
export const findBindTicket = (db: Database, ticketHash: Buffer, now: Date) =>
  validTicket(db, ticketHash, now).executeTakeFirst();

/** Like `findBindTicket`, and locks the ticket, so that of two concurrent uses one comes first. */
export const lockBindTicket = (trx: Trx, ticketHash: Buffer, now: Date) =>
  validTicket(trx, ticketHash, now).forUpdate().executeTakeFirst();

/** Stores the WeChat user who opened an unused ticket, and the hash of the code that proves it is the same browser. */
export async function updateTicketPerson(
  db: Database,
  ticketHash: Buffer,
  person: WechatPerson & { code_hash: Buffer },
): Promise<void> {
  await db
    .updateTable('notice_wechat_tickets')
    .set(person)
    .where('ticket_hash', '=', ticketHash)
    .where('bound_at', 'is', null)
    .execute();
}

export async function updateTicketBound(trx: Trx, ticketHash: Buffer, now: Date): Promise<void> {
  await trx
    .updateTable('notice_wechat_tickets')
    .set({ bound_at: now })
    .where('ticket_hash', '=', ticketHash)
    .execute();
}

type WechatPerson = { app_id: string; open_id: string; is_following: boolean | null };
export type Account = { id: string; name: string; mobile: string; email: string | null };

/** Finds the accounts that a binding concerns: the member's, and the one that the WeChat user is bound to now. */
export async function findBindingAccounts(
  db: Database,
  memberId: string,
  { app_id, open_id }: Pick<WechatPerson, 'app_id' | 'open_id'>,
): Promise<{ account: Account | undefined; holder: Account | undefined }> {
  const accounts = db
    .selectFrom('members as m')
    .select(['m.id', 'm.name', 'm.mobile', 'm.email'])
    .where('m.deleted_at', 'is', null);
  const [account, holder] = await Promise.all([
    accounts.where('m.id', '=', memberId).executeTakeFirst(),
    accounts
      .innerJoin('notice_wechat as w', 'w.member_id', 'm.id')
      .where('w.app_id', '=', app_id)
      .where('w.open_id', '=', open_id)
      .executeTakeFirst(),
  ]);
  return { account, holder };
}

/**
 * Binds a WeChat user to a member. A WeChat user belongs to one member, the last one to bind them.
 * @returns the id of the member who held the WeChat user before, if another one did
 */
export async function bindWechatPerson(
  trx: Trx,
  memberId: string,
  person: WechatPerson,
): Promise<string | undefined> {
  const holder = await trx
    .deleteFrom('notice_wechat')
    .where('app_id', '=', person.app_id)
    .where('open_id', '=', person.open_id)
    .where('member_id', '<>', memberId)
    .returning('member_id')
    .executeTakeFirst();
  await sql`
    insert into notice_wechat (member_id, app_id, open_id, is_following)
    select id, ${person.app_id}, ${person.open_id}, ${person.is_following}
    from members where id = ${memberId} and deleted_at is null for key share
    on conflict (member_id) do update
      set app_id = excluded.app_id, open_id = excluded.open_id, is_following = excluded.is_following`.execute(
    trx,
  );
  return holder?.member_id;
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
