import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type CodeSubject = { channel: 'sms' | 'mail'; recipient: string; purpose: string };
type NewCode = CodeSubject & {
  code_hash: Buffer;
  device_hash: Buffer;
  address: string;
  created_at: Date;
  expires_at: Date;
};

/** Takes an advisory lock per subject until the transaction ends, so that what it counts cannot change. */
export async function lockSubjects(trx: Trx, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`log-in ${subject}`}, 0))`.execute(trx);
}

/** Lists the times of a recipient's or an address's code requests after `since`, newest first, up to `limit`. */
export async function listCodeRequests(
  trx: Trx,
  by: { channel: string; recipient: string } | { address: string },
  since: Date,
  limit: number,
): Promise<Date[]> {
  const condition =
    'address' in by
      ? sql`address = ${by.address}`
      : sql`channel = ${by.channel} and recipient = ${by.recipient}`;
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from verification_codes where ${condition} and created_at > ${since}
    order by created_at desc limit ${limit}`.execute(trx);
  return rows.map(({ created_at }) => created_at);
}

export async function insertCode(trx: Trx, code: NewCode): Promise<void> {
  await trx.insertInto('verification_codes').values(code).execute();
}

/**
 * Counts one try of the newest code that this browser requested and returns the code; undefined if it may not be tried.
 * The row lock serialises concurrent tries, so that at most `maxTries` of them get the code.
 */
export async function countTry(
  db: Database,
  { channel, recipient, purpose }: CodeSubject,
  device: Buffer,
  now: Date,
  maxTries: number,
): Promise<{ id: string; code_hash: Buffer } | undefined> {
  const { rows } = await sql<{ id: string; code_hash: Buffer }>`
    update verification_codes set attempts = attempts + 1
    where id = (select id from verification_codes
        where channel = ${channel} and recipient = ${recipient} and purpose = ${purpose} and device_hash = ${device}
        order by created_at desc, id desc limit 1)
      and attempts < ${maxTries} and used_at is null and expires_at > ${now}
    returning id, code_hash`.execute(db);
  return rows[0];
}

/** Returns the newest code that was requested from a network, if it is still valid. */
export function findCodeOfNetwork(
  db: Database,
  { channel, recipient, purpose }: CodeSubject,
  network: string,
  now: Date,
): Promise<{ id: string; code_hash: Buffer } | undefined> {
  return db
    .selectFrom((codes) =>
      codes
        .selectFrom('verification_codes')
        .select(['id', 'code_hash', 'used_at', 'expires_at'])
        .where('channel', '=', channel)
        .where('recipient', '=', recipient)
        .where('purpose', '=', purpose)
        .where('address', '=', network)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .as('newest'),
    )
    .select(['id', 'code_hash'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Returns whether this browser has logged in to the account of a mobile number before. */
export async function isKnownDevice(db: Database | Trx, mobile: string, device: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('known_devices as d', 'd.member_id', 'm.id')
    .select('d.member_id')
    .where('m.mobile', '=', mobile)
    .where('d.device_hash', '=', device)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a member logged in with this browser, and keeps the last `max` browsers. */
export async function upsertKnownDevice(
  trx: Trx,
  memberId: string,
  device: Buffer,
  now: Date,
  max: number,
): Promise<void> {
  await sql`
    insert into known_devices (member_id, device_hash, last_used_at) values (${memberId}, ${device}, ${now})
    on conflict (member_id, device_hash) do update set last_used_at = excluded.last_used_at`.execute(trx);
  await sql`
    delete from known_devices where member_id = ${memberId} and device_hash in (
      select device_hash from known_devices where member_id = ${memberId}
      order by last_used_at desc offset ${max})`.execute(trx);
}

/** @returns where the code was sent, for the one caller that uses it first */
export function updateCodeUsed(trx: Trx, id: string, now: Date) {
  return trx
    .updateTable('verification_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning(['channel', 'recipient'])
    .executeTakeFirst();
}

/** Returns whether the recipient's account, or the caller's, has a role. */
export async function isStaffRecipient(
  db: Database | Trx,
  recipient: string,
  memberId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ is_staff: boolean }>`
    select exists (select from members m join member_roles r on r.member_id = m.id
      where m.mobile = ${recipient} or m.email = ${recipient} or m.id = ${memberId}) is_staff`.execute(db);
  return rows[0]?.is_staff ?? false;
}

export async function deleteCodesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('verification_codes').where('created_at', '<', before).execute();
}

type NewConsent = {
  member_id: string;
  kind: string;
  version: string;
  address: string;
  agreed_at: Date;
};

/** Records consents; the first consent of a member to a version is kept. */
export async function insertConsents(trx: Trx, consents: NewConsent[]): Promise<void> {
  if (consents.length === 0) return;
  await trx
    .insertInto('consents')
    .values(consents)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function listConsents(trx: Database | Trx, memberId: string) {
  return trx.selectFrom('consents').select(['kind', 'version']).where('member_id', '=', memberId).execute();
}

/** @returns true for the one caller that spends this proof first */
export async function insertSpentProof(
  db: Database | Trx,
  signature: string,
  expiresAt: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('spent_proofs')
    .values({ signature, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteExpiredProofs(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('spent_proofs').where('expires_at', '<', before).execute();
}
