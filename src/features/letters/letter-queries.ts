import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { countReadings } from './reading-queries.ts';
import type { Audience, Figures, Subscription } from './schema.ts';

export type LetterRow = {
  id: string;
  subscription: Subscription;
  state: 'draft' | 'scheduled' | 'sending' | 'sent' | 'stopped';
  version: number;
  subject: string;
  introduction: string;
  post_ids: string[];
  is_whole: boolean;
  audience: Audience;
  audience_key: string;
  created_at: Date;
  updated_at: Date;
  scheduled_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  listed_to: string;
  is_listed: boolean;
  recipients: number;
  figures: Figures | null;
  fault: string;
};

const columns = sql.raw(
  [
    'id subscription state version subject introduction is_whole audience audience_key created_at updated_at',
    'scheduled_at started_at ended_at listed_to is_listed recipients figures fault',
  ]
    .join(' ')
    .split(' ')
    .map((column) => `l.${column}`)
    .concat('l.post_ids::text[] post_ids')
    .join(', '),
);

/** Lists letters with the names of their writers, newest first, starting after the one with the id `before`. */
export async function listLetterRows(db: Database, limit: number, before?: string) {
  const { rows } = await sql<LetterRow & { created_by: string | null }>`
    select ${columns}, m.name created_by from letters l left join members m on m.id = l.created_by
    ${before === undefined ? sql`` : sql`where l.id < ${before}`}
    order by l.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function findLetter(db: Database | Trx, id: string) {
  const { rows } = await sql<LetterRow & { created_by: string | null }>`
    select ${columns}, m.name created_by from letters l left join members m on m.id = l.created_by
    where l.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a letter against every other change of its state. */
export async function lockLetter(trx: Trx, id: string): Promise<LetterRow | undefined> {
  const { rows } = await sql<LetterRow>`
    select ${columns} from letters l where id = ${id} for update`.execute(trx);
  return rows[0];
}

export type NewLetter = {
  subscription: Subscription;
  subject: string;
  introduction: string;
  postIds: readonly string[];
  isWhole: boolean;
  audience: Audience;
  audienceKey: string;
};

export async function insertLetter(
  trx: Trx,
  { postIds, ...letter }: NewLetter,
  made: {
    createdBy?: string | undefined;
    digestId?: string | undefined;
    scheduledAt?: Date | undefined;
    now: Date;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into letters (subscription, state, subject, introduction, post_ids, is_whole, audience, audience_key,
      created_by, digest_id, scheduled_at, created_at, updated_at)
    values (${letter.subscription}, ${made.scheduledAt ? 'scheduled' : 'draft'}, ${letter.subject},
      ${letter.introduction}, ${postIds}::bigint[], ${letter.isWhole}, ${letter.audience}, ${letter.audienceKey},
      ${made.createdBy ?? null}, ${made.digestId ?? null}, ${made.scheduledAt ?? null}, ${made.now}, ${made.now})
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/** Saves the text of a draft on top of the version `base`. @returns the new version; undefined if it is another one */
export async function updateDraft(
  trx: Trx,
  id: string,
  base: number,
  { postIds, ...letter }: Omit<NewLetter, 'subscription'>,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update letters set subject = ${letter.subject}, introduction = ${letter.introduction},
      post_ids = ${postIds}::bigint[], is_whole = ${letter.isWhole}, audience = ${letter.audience},
      audience_key = ${letter.audienceKey}, version = version + 1, updated_at = ${now}
    where id = ${id} and version = ${base} and state = 'draft' returning version`.execute(trx);
  return rows[0]?.version;
}

export async function deleteDraft(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('letters')
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function updateState(
  trx: Trx,
  id: string,
  state: LetterRow['state'],
  set: {
    scheduled_at?: Date | null;
    started_at?: Date;
    ended_at?: Date | null;
    fault?: string;
    figures?: Figures | null;
  } = {},
): Promise<void> {
  const { figures, ...rest } = set;
  await trx
    .updateTable('letters')
    .set({ state, ...rest, ...(figures !== undefined && { figures: figures && JSON.stringify(figures) }) })
    .where('id', '=', id)
    .execute();
}

/** Starts the scheduled letters that are due; uses letters_due. */
export async function startDueLetters(db: Database, now: Date): Promise<void> {
  await sql`
    update letters set state = 'sending', started_at = ${now}
    where state = 'scheduled' and scheduled_at <= ${now}`.execute(db);
}

/** Lists the letters that are being sent, the oldest first; uses letters_sending. */
export async function listSending(db: Database): Promise<LetterRow[]> {
  const { rows } = await sql<LetterRow>`
    select ${columns} from letters l where state = 'sending' order by id limit 200`.execute(db);
  return rows;
}

/** Returns the condition that a member belongs to an audience. `m` is the member. */
export function isInAudience(audience: Audience, key: string, now: Date): RawBuilder<boolean> {
  if (audience === 'vip')
    return sql`exists (select from grants g where g.member_id = m.id and g.scope = 'vip'
      and g.starts_at <= ${now} and g.ends_at > ${now})`;
  if (audience === 'column')
    return sql`exists (select from grants g where g.member_id = m.id and g.scope = 'column' and g.target_id = ${key}
      and g.starts_at <= ${now} and (g.ends_at is null or g.ends_at > ${now}))`;
  if (audience === 'tag')
    return sql`exists (select from member_tags t where t.member_id = m.id and t.tag = ${key})`;
  return sql`true`;
}

/** Condition of a member who can get mail: a verified address that does not bounce, of a member who is neither blocked nor deleted. */
const isReachable = sql`m.deleted_at is null and m.blocked_at is null and m.email is not null
  and not exists (select from letter_bounces b where b.address = lower(m.email) and b.bounced_at is not null)`;

type CountedAudience = { subscription: Subscription; audience: Audience; audienceKey: string };

/**
 * Counts who would get a letter now. Looks at up to `max` subscribers; if there are more, at up to `max` rows of what
 * the audience has in common. If both have more, the count is a lower bound.
 */
export async function countAudience(
  db: Database,
  counted: CountedAudience,
  max: number,
  now: Date,
): Promise<{ members: number; isExact: boolean }> {
  const { subscription, audience, audienceKey: key } = counted;
  // Reads notice_channels_of_letters.
  const asked = sql`select member_id from notice_channels
    where kind = ${sql.lit(subscription)} and channel = 'mail' order by member_id`;
  const ofAsked = await countAmong(db, asked, counted, max, now);
  if (ofAsked.isExact || audience === 'all') return ofAsked;
  // Read grants_vip_by_end, grants_of_column and member_tags_of_tag.
  const held = {
    vip: sql`select member_id from grants where scope = 'vip' and ends_at > ${now} order by ends_at`,
    column: sql`select member_id from grants where scope = 'column' and target_id = ${key} order by member_id`,
    tag: sql`select member_id from member_tags where tag = ${key} order by member_id desc`,
  }[audience];
  const ofHeld = await countAmong(db, held, counted, max, now);
  return ofHeld.isExact || ofHeld.members > ofAsked.members ? ofHeld : ofAsked;
}

async function countAmong(
  db: Database,
  candidates: RawBuilder<unknown>,
  { subscription, audience, audienceKey }: CountedAudience,
  max: number,
  now: Date,
): Promise<{ members: number; isExact: boolean }> {
  const { rows } = await sql<{ members: number; is_exact: boolean }>`
    with page as materialized (${candidates} limit ${sql.lit(max + 1)})
    select count(*)::int members, (select count(*) from page) <= ${sql.lit(max)} is_exact
    from (select distinct member_id from page) p join members m on m.id = p.member_id
    where ${isReachable} and ${isInAudience(audience, audienceKey, now)}
      and exists (select from notice_channels c where c.member_id = m.id and c.kind = ${sql.lit(subscription)}
        and c.channel = 'mail')`.execute(db);
  return { members: rows[0]?.members ?? 0, isExact: rows[0]?.is_exact ?? true };
}

/**
 * Lists the next subscribers of a letter as its recipients. The caller holds the letter's lock.
 * @returns the last subscriber's id, null if none were left
 */
export async function listRecipients(
  trx: Trx,
  letter: Pick<LetterRow, 'id' | 'subscription' | 'audience' | 'audience_key' | 'listed_to'>,
  limit: number,
  now: Date,
): Promise<{ last: string | null; added: number }> {
  const { rows } = await sql<{ last: string | null; added: number }>`
    with page as materialized (
      select member_id from notice_channels
      where kind = ${sql.lit(letter.subscription)} and channel = 'mail' and member_id > ${letter.listed_to}
      order by member_id limit ${sql.lit(limit)}
    ), added as (
      insert into letter_recipients (letter_id, member_id, due_at)
      select ${letter.id}, m.id, ${now} from page join members m on m.id = page.member_id
      where ${isReachable} and ${isInAudience(letter.audience, letter.audience_key, now)}
      on conflict (letter_id, member_id) do nothing returning 1
    )
    select (select max(member_id) from page) last, (select count(*)::int from added) added`.execute(trx);
  return rows[0] ?? { last: null, added: 0 };
}

export async function updateListed(
  trx: Trx,
  id: string,
  { listedTo, added, isListed }: { listedTo: string; added: number; isListed: boolean },
): Promise<void> {
  await sql`
    update letters set listed_to = ${listedTo}, recipients = recipients + ${added}, is_listed = ${isListed}
    where id = ${id}`.execute(trx);
}

/** Counts recipients by state, for the worker only: it reads all of them in letter_recipients_by_state. */
export async function countRecipients(db: Database | Trx, letterId: string): Promise<Figures> {
  const [states, unsubscribed, readings] = await Promise.all([
    sql<{ state: keyof Figures; count: number }>`
      select state, count(*)::int count from letter_recipients where letter_id = ${letterId} group by state`.execute(
      db,
    ),
    countUnsubscribed(db, letterId),
    countReadings(db, letterId),
  ]);
  const figures: Figures = {
    ...{ pending: 0, sending: 0, sent: 0, failed: 0, unknown: 0, skipped: 0 },
    unsubscribed,
    ...readings,
  };
  for (const { state, count } of states.rows) figures[state] = count;
  return figures;
}

const maxUnsubscribed = 10_000;

/** Counts members who unsubscribed by a letter's link, up to 10,000; reads letter_recipients_unsubscribed. */
export async function countUnsubscribed(db: Database | Trx, letterId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (select from letter_recipients
      where letter_id = ${letterId} and unsubscribed_at is not null limit ${sql.lit(maxUnsubscribed)}) u`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Saves the figures of a letter that is not finished. The lock keeps an older count from replacing a newer one. */
export async function updateFigures(trx: Trx, id: string): Promise<void> {
  const letter = await lockLetter(trx, id);
  if (letter?.state !== 'sending' && letter?.state !== 'stopped') return;
  await updateState(trx, id, letter.state, { figures: await countRecipients(trx, id) });
}

/** Lists recipients in a state, by id; reads letter_recipients_by_state. */
export async function listRecipientRows(
  db: Database,
  { letterId, state }: { letterId: string; state: string },
  limit: number,
  after: string,
) {
  return db
    .selectFrom('letter_recipients as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select(['r.id', 'r.member_id', 'm.name', 'r.fault', 'r.ended_at'])
    .where('r.letter_id', '=', letterId)
    .where('r.state', '=', state)
    .where('r.id', '>', after)
    .orderBy('r.id')
    .limit(limit)
    .execute();
}

/** A member's letters, after the row with the id `after`. */
export function exportRecipients(db: Database, memberId: string, after: string, limit: number) {
  return db
    .selectFrom('letter_recipients as r')
    .innerJoin('letters as l', 'l.id', 'r.letter_id')
    .select([
      'r.id',
      'l.subject',
      'r.state',
      'r.ended_at',
      'r.unsubscribed_at',
      'r.opened_at',
      'r.clicked_at',
    ])
    .where('r.member_id', '=', memberId)
    .where('r.id', '>', after)
    .orderBy('r.id')
    .limit(limit)
    .execute();
}

export async function deleteRecipientsOf(trx: Trx, memberId: string): Promise<void> {
  await trx.deleteFrom('letter_recipients').where('member_id', '=', memberId).execute();
}

export async function updateUnsubscribed(
  trx: Trx,
  letterId: string,
  memberId: string,
  now: Date,
): Promise<void> {
  await sql`
    update letter_recipients set unsubscribed_at = coalesce(unsubscribed_at, ${now})
    where letter_id = ${letterId} and member_id = ${memberId}`.execute(trx);
}

/** Deletes up to `limit` recipients of letters that ended before `before`. @returns how many */
export async function deleteOldRecipients(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from letter_recipients where id in (
      select r.id from letters l join letter_recipients r on r.letter_id = l.id
      where l.state in ('sent', 'stopped') and l.ended_at < ${before} limit ${sql.lit(limit)})`.execute(db);
  return Number(numAffectedRows);
}
