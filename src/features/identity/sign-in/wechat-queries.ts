import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { MemberRow } from '../queries.ts';
import { memberColumns } from '../queries.ts';

/** A person has an identity by the union id and one by the open id for the service account. */
const websiteProvider = 'wechat';
const serviceProvider = 'wechat_service';

/** A person at WeChat. Known by the union id, the same in all applications of one publisher, or by the open id alone. */
export type WechatPerson = {
  unionId: string | null;
  openId: string;
  /** The service account that the open id belongs to; empty for the website application. */
  appId: string;
  nickname: string;
  /** Address of the person's picture, or empty. */
  picture: string;
};
export type NewOauthState = {
  state_hash: Buffer;
  cookie_hash: Buffer;
  purpose: 'login' | 'bind' | 'inside';
  member_id: string | null;
  expires_at: Date;
};

export async function insertOauthState(db: Database, state: NewOauthState): Promise<void> {
  await db
    .insertInto('oauth_states')
    .values({ provider: websiteProvider, ...state })
    .execute();
}

/**
 * Marks a state as used with a code, so that it works once, and keeps it until `until` for the same code.
 * @returns undefined when it is unknown, used or expired
 */
export function claimOauthState(
  db: Database,
  stateHash: Buffer,
  codeHash: Buffer,
  { now, until }: { now: Date; until: Date },
) {
  return db
    .updateTable('oauth_states')
    .set({ used_at: now, code_hash: codeHash, expires_at: until })
    .where('state_hash', '=', stateHash)
    .where('provider', '=', websiteProvider)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .returning(stateColumns)
    .executeTakeFirst();
}

const stateColumns = ['cookie_hash', 'purpose', 'member_id'] as const;

/** Finds a state that was used with this code a moment ago. */
export function findUsedOauthState(db: Database, stateHash: Buffer, codeHash: Buffer, now: Date) {
  return db
    .selectFrom('oauth_states')
    .select(stateColumns)
    .where('state_hash', '=', stateHash)
    .where('provider', '=', websiteProvider)
    .where('expires_at', '>', now)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}

/** Records that WeChat has named the person of a used state, with or without name and picture. */
export async function updateOauthStateNamed(trx: Trx, stateHash: Buffer, hasProfile: boolean): Promise<void> {
  await trx
    .updateTable('oauth_states')
    .set({ has_profile: hasProfile })
    .where('state_hash', '=', stateHash)
    .execute();
}

/** Returns whether WeChat gave name and picture; `has_profile` is null until it has answered. */
export function findOauthStateNamed(db: Database, stateHash: Buffer) {
  return db
    .selectFrom('oauth_states')
    .select('has_profile')
    .where('state_hash', '=', stateHash)
    .executeTakeFirst();
}

export async function deleteOauthState(db: Database, stateHash: Buffer): Promise<void> {
  await db.deleteFrom('oauth_states').where('state_hash', '=', stateHash).execute();
}

export async function insertBindTicket(
  db: Database | Trx,
  ticketHash: Buffer,
  { unionId, openId, appId, nickname, picture }: WechatPerson,
  expiresAt: Date,
): Promise<void> {
  await db
    .insertInto('bind_tickets')
    .values({
      ticket_hash: ticketHash,
      provider: websiteProvider,
      union_id: unionId,
      open_id: openId,
      app_id: appId,
      nickname,
      picture,
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
    .select(['union_id', 'open_id', 'app_id', 'nickname', 'picture'])
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { union_id: unionId, open_id: openId, app_id: appId, nickname, picture } = row;
  return { unionId, openId, appId, nickname, picture };
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

/**
 * Returns the member of a person. The open id decides before the union id, so that a person who was bound before the
 * account joined the open platform stays the same member.
 */
export async function findMemberByWechat(
  db: Database | Trx,
  { unionId, openId, appId }: Pick<WechatPerson, 'unionId' | 'openId' | 'appId'>,
): Promise<MemberRow | undefined> {
  const bound = db
    .selectFrom('members as m')
    .innerJoin('external_accounts as e', 'e.member_id', 'm.id')
    .select(memberColumns.map((column) => `m.${column}` as const));
  const byOpenId =
    appId === ''
      ? undefined
      : await bound
          .where('e.provider', '=', serviceProvider)
          .where('e.app_id', '=', appId)
          .where('e.open_id', '=', openId)
          .executeTakeFirst();
  if (byOpenId || unionId === null) return byOpenId;
  return bound.where('e.provider', '=', websiteProvider).where('e.union_id', '=', unionId).executeTakeFirst();
}

/**
 * Binds every identity of the person to the member. An open id of another service account, which the site used before, is
 * replaced.
 * @returns true when the person is bound to this member, also before; false when one of the two is bound elsewhere
 */
export async function insertWechatAccount(
  trx: Trx,
  memberId: string,
  person: WechatPerson,
): Promise<boolean> {
  const { unionId, openId, appId, nickname } = person;
  if (appId !== '')
    await trx
      .deleteFrom('external_accounts')
      .where('member_id', '=', memberId)
      .where('provider', '=', serviceProvider)
      .where('app_id', '!=', appId)
      .execute();
  const identities = [
    ...(unionId === null ? [] : [{ provider: websiteProvider, unionId, appId: '' }]),
    ...(appId === '' ? [] : [{ provider: serviceProvider, unionId: null, appId }]),
  ];
  let isBound = true;
  for (const { provider, unionId: union, appId: app } of identities) {
    await sql`
      insert into external_accounts (member_id, provider, union_id, open_id, app_id, nickname)
      select id, ${provider}, ${union}, ${openId}, ${app}, ${nickname}
      from members where id = ${memberId} and deleted_at is null for key share
      on conflict do nothing`.execute(trx);
    const { rows } = await sql`
      select from external_accounts where member_id = ${memberId} and provider = ${provider}
        and (${provider}::text = ${serviceProvider}::text and open_id = ${openId} or union_id = ${union})`.execute(
      trx,
    );
    isBound &&= rows.length > 0;
  }
  return isBound;
}

/** @returns whether the member had a binding */
export async function deleteWechatAccount(trx: Trx, memberId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('external_accounts')
    .where('member_id', '=', memberId)
    .where('provider', 'in', [websiteProvider, serviceProvider])
    .returning('member_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the avatar of a member who has none. @returns whether it was set */
export async function setFirstAvatar(trx: Trx, memberId: string, avatar: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('members')
    .set({ avatar })
    .where('id', '=', memberId)
    .where('avatar', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteExpiredWechatSignIns(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('oauth_states').where('expires_at', '<', now).execute();
  await db.deleteFrom('bind_tickets').where('expires_at', '<', now).execute();
}
