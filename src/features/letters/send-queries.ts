import { type RawBuilder, sql } from 'kysely';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { type Claimed, claimJobs, isHeld, type Queue } from '#kernel/db/queue.ts';

/** Lease, longer than a batch, so that a claim is rarely lost; a lost claim sends nothing (`markSending`). */
const leaseMs = 120_000;

/** The recipients of a letter that wait. */
const queueOf = (letterId: string): Queue => ({
  table: 'letter_recipients',
  isOpen: sql`letter_id = ${letterId} and state = 'pending'`,
  dueAt: 'due_at',
  attempts: 'claims',
  order: sql`due_at, id`,
  leaseMs,
});

/** A claimed recipient. `attempts` identifies the claim. */
export type Recipient = Claimed & {
  letterId: string;
  memberId: string;
  deferrals: number;
  readingKey: string;
};

export type Pace = { minute: Date; claimed: number; held_until: Date | null; holds: number; fault: string };

/** Reads and locks how fast letters go: claims of all processes are counted one after the other. */
export async function lockPace(trx: Trx): Promise<Pace> {
  const { rows } = await sql<Pace>`
    select minute, claimed, held_until, holds, fault from letter_pace where id = 1 for update`.execute(trx);
  return rows[0] ?? { minute: new Date(0), claimed: 0, held_until: null, holds: 0, fault: '' };
}

export async function readPace(db: Database): Promise<Pace | undefined> {
  return db
    .selectFrom('letter_pace')
    .select(['minute', 'claimed', 'held_until', 'holds', 'fault'])
    .executeTakeFirst();
}

export async function updatePace(trx: Trx, minute: Date, claimed: number): Promise<void> {
  await trx.updateTable('letter_pace').set({ minute, claimed }).execute();
}

/** Pauses all letters, unless another message just paused them. */
export async function holdAll(db: Database, now: Date, until: Date, fault: string): Promise<void> {
  await sql`
    update letter_pace set held_until = ${until}, holds = holds + 1, fault = ${fault}
    where held_until is null or held_until <= ${now}`.execute(db);
}

/** Ends the back-off after a message was accepted. */
export async function endHold(db: Database): Promise<void> {
  await sql`update letter_pace set held_until = null, holds = 0, fault = '' where holds > 0`.execute(db);
}

export async function claimRecipients(
  ctx: Context,
  trx: Trx,
  letterId: string,
  limit: number,
): Promise<Recipient[]> {
  const rows = await claimJobs<{
    id: string;
    member_id: string;
    claims: number;
    deferrals: number;
    reading_key: string;
  }>(ctx, trx, queueOf(letterId), { limit, returning: sql`id, member_id, claims, deferrals, reading_key` });
  return rows.map(({ id, member_id, claims, deferrals, reading_key }) => ({
    ...{ id, letterId, deferrals },
    memberId: member_id,
    readingKey: reading_key,
    attempts: claims,
  }));
}

/**
 * pending -> sending, committed before the message leaves. @returns false if the claim is lost, or the letter stopped:
 * then nothing may be sent
 */
export async function markSending(db: Database, claimed: Recipient, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update letter_recipients set state = 'sending', sending_at = ${now}
    where ${isHeld(queueOf(claimed.letterId), claimed)}
      and exists (select from letters where id = ${claimed.letterId} and state = 'sending')`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * sending, or unknown if the answer comes late -> sent.
 * @returns when it began, if others of the letter were refused before: then the server accepted it after them
 */
export async function markSent(
  db: Database,
  { id, letterId }: Recipient,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ sending_at: Date }>`
    with sent as (
      update letter_recipients set state = 'sent', ended_at = ${now}, fault = '', suspicion = null
      where id = ${id} and state in ('sending', 'unknown') returning sending_at
    )
    select sending_at from sent where exists (select from letter_recipients
      where letter_id = ${letterId} and id <> ${id} and ${isSuspectedBefore(sql`sent.sending_at`)})`.execute(
    db,
  );
  return rows[0]?.sending_at;
}

/** SQL: whether the refusal of a recipient is not judged yet, and came before a time. */
const isSuspectedBefore = (time: RawBuilder<unknown>) =>
  sql`suspicion is not null and (suspicion ->> 'at')::timestamptz < ${time}`;

/** A refusal of which it is not yet known whether it is this recipient's or meets everyone. */
export type Suspicion = {
  kind: 'refused' | 'deferred';
  step: 'recipient' | 'message';
  code: number;
  text: string;
  address: string;
  /** When it came (ISO 8601). */
  at: string;
};

const asJson = (suspicion: Suspicion | null) =>
  suspicion === null ? sql`null` : sql`${JSON.stringify(suspicion)}::jsonb`;

/**
 * Takes the refusals of a letter that came before a time and are not judged yet; reads letter_recipients_suspect. The caller
 * holds the letter's lock.
 */
export async function takeSuspicions(trx: Trx, letterId: string, before: Date): Promise<Suspicion[]> {
  const { rows } = await sql<{ suspicion: Suspicion }>`
    with held as (
      select id, suspicion from letter_recipients
      where letter_id = ${letterId} and ${isSuspectedBefore(sql`${before}::timestamptz`)} order by id for update
    ), taken as (update letter_recipients set suspicion = null where id in (select id from held))
    select suspicion from held`.execute(trx);
  return rows.map(({ suspicion }) => suspicion);
}

/** When the last message began that the server accepted for a letter; reads all of its recipients. */
export async function findLastAccepted(trx: Trx, letterId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ last: Date | null }>`
    select max(sending_at) last from letter_recipients where letter_id = ${letterId} and state = 'sent'`.execute(
    trx,
  );
  return rows[0]?.last ?? undefined;
}

/** Lists the refusals of a letter that are not judged yet, and whether the server accepted the letter for anyone. */
export async function findSuspicions(
  trx: Trx,
  letterId: string,
): Promise<{ suspicions: Suspicion[]; hasSent: boolean }> {
  const { rows } = await sql<{ suspicions: Suspicion[] | null; has_sent: boolean }>`
    select (select jsonb_agg(suspicion) from letter_recipients
        where letter_id = ${letterId} and suspicion is not null) suspicions,
      exists (select from letter_recipients where letter_id = ${letterId} and state = 'sent') has_sent`.execute(
    trx,
  );
  return { suspicions: rows[0]?.suspicions ?? [], hasSent: rows[0]?.has_sent ?? false };
}

/**
 * Takes back what was booked on recipients because of a fault that was not theirs: they wait again from `due` on, after
 * those who were not tried. The server refused each of them, so none has the message.
 */
export async function requeueSuspects(trx: Trx, letterId: string, due: Date): Promise<void> {
  await sql`
    update letter_recipients set state = 'pending', due_at = ${due}, ended_at = null, suspicion = null,
      deferrals = greatest(deferrals - (suspicion ->> 'kind' = 'deferred')::int, 0)
    where letter_id = ${letterId} and suspicion is not null and state in ('failed', 'pending')`.execute(trx);
}

/** Ends a recipient that gets no message: failed after a refusal, skipped before the message left. */
export async function endRecipient(
  db: Database,
  { id, attempts }: Recipient,
  state: 'failed' | 'skipped' | 'unknown',
  now: Date,
  fault: string,
  suspicion: Suspicion | null = null,
): Promise<void> {
  await sql`
    update letter_recipients set state = ${state}, ended_at = ${now}, fault = ${fault}, suspicion = ${asJson(suspicion)}
    where id = ${id} and claims = ${attempts} and state in ('pending', 'sending')`.execute(db);
}

/** sending or pending -> pending: the server certainly has no message. `deferral` is a temporary refusal, which counts. */
export async function requeue(
  db: Database,
  { id, attempts }: Recipient,
  dueAt: Date,
  fault: string,
  deferral: Suspicion | null = null,
): Promise<void> {
  await sql`
    update letter_recipients set state = 'pending', due_at = ${dueAt}, fault = ${fault},
      suspicion = ${asJson(deferral)}, deferrals = deferrals + ${deferral ? 1 : 0}
    where id = ${id} and claims = ${attempts} and state in ('pending', 'sending')`.execute(db);
}

/**
 * sending -> unknown for messages without an answer since `before`: their process ended. Uses letter_recipients_sending.
 * @returns the letters whose figures changed
 */
export async function markUnknown(db: Database, before: Date, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ letter_id: string }>`
    update letter_recipients set state = 'unknown', ended_at = ${now},
      fault = '发送中断，没有收到邮件服务器的答复，不再重发'
    where state = 'sending' and sending_at < ${before} returning letter_id`.execute(db);
  return new Set(rows.map(({ letter_id }) => letter_id));
}

/** Whether a letter has not been stopped; locks nothing. */
export async function isSending(trx: Trx, letterId: string): Promise<boolean> {
  const { rows } = await sql`select from letters where id = ${letterId} and state = 'sending'`.execute(trx);
  return rows.length > 0;
}

/** Whether a letter still has recipients that wait or are being sent; reads letter_recipients_by_state. */
export async function hasOpenRecipients(db: Database | Trx, letterId: string): Promise<boolean> {
  const { rows } = await sql`
    select from letter_recipients where letter_id = ${letterId} and state in ('pending', 'sending') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export type RecipientFacts = {
  email: string | null;
  is_blocked: boolean;
  is_subscribed: boolean;
  is_bounced: boolean;
};

/** Reads the facts that decide whether a member gets a message now; undefined for a deleted member. */
export async function findRecipientFacts(
  db: Database,
  memberId: string,
  subscription: string,
): Promise<RecipientFacts | undefined> {
  const { rows } = await sql<RecipientFacts>`
    select m.email, m.blocked_at is not null is_blocked,
      exists (select from notice_channels c where c.member_id = m.id and c.kind = ${subscription}
        and c.channel = 'mail') is_subscribed,
      exists (select from letter_bounces b where b.address = lower(m.email) and b.bounced_at is not null) is_bounced
    from members m where m.id = ${memberId} and m.deleted_at is null`.execute(db);
  return rows[0];
}
