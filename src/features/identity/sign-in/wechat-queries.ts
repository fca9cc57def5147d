import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { MemberRow } from '../queries.ts';
import { memberColumns } from '../queries.ts';

const provider = 'wechat';

export type WechatPerson = { unionId: string; openId: string; nickname: string };
export type NewOauthState = {
  state_hash: Buffer;
  cookie_hash: Buffer;
  purpose: 'login' | 'bind';
  member_id: string | null;
  expires_at: Date;
};

export async function insertOauthState(db: Database, state: NewOauthState): Promise<void> {
  await db
    .insertInto('oauth_states')
    .values({ provider, ...state })
    .execute();
}

/** Deletes and returns a state, so that it works once; undefined when it is unknown, used or expired. */
export function deleteOauthState(db: Database, stateHash: Buffer, now: Date) {
  return db
    .deleteFrom('oauth_states')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returning(['cookie_hash', 'purpose', 'member_id'])
    .executeTakeFirst();
}

export async function insertBindTicket(
  db: Database,
  ticketHash: Buffer,
  { unionId, openId, nickname }: WechatPerson,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('bind_tickets')
    .values({
      ticket_hash: ticketHash,
      provider,
      union_id: unionId,
      open_id: openId,
      nickname,
      expires_at: expiresAt,
    })
    .execute();
}

export async function findBindTicket(
  db: Database,
  ticketHash: Buffer,
  now: Date,
): Promise<WechatPerson | undefined> {
  const row = await db
    .selectFrom('bind_tickets')
    .select(['union_id', 'open_id', 'nickname'])
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { unionId: row.union_id, openId: row.open_id, nickname: row.nickname };
}

/** @returns true for the one caller that uses the ticket first */
export async function deleteBindTicket(trx: Trx, ticketHash: Buffer): Promise<boolean> {
  const row = await trx
    .deleteFrom('bind_tickets')
    .where('ticket_hash', '=', ticketHash)
    .returning('ticket_hash')
    .executeTakeFirst();
  return row !== undefined;
}

export function findMemberByWechat(db: Database | Trx, unionId: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('members as m')
    .innerJoin('external_accounts as e', 'e.member_id', 'm.id')
    .select(memberColumns.map((column) => `m.${column}` as const))
    .where('e.provider', '=', provider)
    .where('e.union_id', '=', unionId)
    .executeTakeFirst();
}

/** @returns true when the person is bound to this member, also before; false when one of the two is bound elsewhere */
export async function insertWechatAccount(
  trx: Trx,
  memberId: string,
  { unionId, openId, nickname }: WechatPerson,
): Promise<boolean> {
  const { rows } = await sql<{ member_id: string }>`
    insert into external_accounts (member_id, provider, union_id, open_id, nickname)
    select id, ${provider}, ${unionId}, ${openId}, ${nickname}
    from members where id = ${memberId} and deleted_at is null for key share
    on conflict do nothing returning member_id`.execute(trx);
  if (rows.length > 0) return true;
  const bound = await findMemberByWechat(trx, unionId);
  return bound?.id === memberId;
}

/** @returns whether the member had a binding */
export async function deleteWechatAccount(trx: Trx, memberId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('external_accounts')
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .returning('member_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteExpiredWechatSignIns(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('oauth_states').where('expires_at', '<', now).execute();
  await db.deleteFrom('bind_tickets').where('expires_at', '<', now).execute();
}
