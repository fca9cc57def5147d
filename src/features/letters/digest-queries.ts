import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { Audience } from './schema.ts';

export type DigestRow = {
  id: string;
  name: string;
  period: 'daily' | 'weekly';
  weekday: number;
  hour: number;
  column_ids: string[];
  introduction: string;
  audience: Audience;
  audience_key: string;
  is_on: boolean;
  covered_until: Date;
  next_at: Date;
};

const columns = sql.raw(
  'id, name, period, weekday, hour, column_ids::text[] column_ids, introduction, audience, audience_key, is_on, covered_until, next_at',
);

export async function listDigestRows(db: Database): Promise<DigestRow[]> {
  const { rows } = await sql<DigestRow>`select ${columns} from letter_digests order by id`.execute(db);
  return rows;
}

/** Serialises the creation of digests, so that their number has a limit. */
export async function lockAndCountDigests(trx: Trx): Promise<number> {
  await sql`lock table letter_digests in share row exclusive mode`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int count from letter_digests`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function lockDigest(trx: Trx, id: string): Promise<DigestRow | undefined> {
  const { rows } = await sql<DigestRow>`
    select ${columns} from letter_digests where id = ${id} for update`.execute(trx);
  return rows[0];
}

type Values = Omit<DigestRow, 'id' | 'covered_until' | 'next_at'>;

export async function insertDigest(trx: Trx, values: Values, now: Date, nextAt: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into letter_digests (name, period, weekday, hour, column_ids, introduction, audience, audience_key, is_on,
      covered_until, next_at)
    values (${values.name}, ${values.period}, ${values.weekday}, ${values.hour}, ${values.column_ids}::bigint[],
      ${values.introduction}, ${values.audience}, ${values.audience_key}, ${values.is_on}, ${now}, ${nextAt})
    returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

export async function updateDigest(trx: Trx, id: string, values: Values, nextAt: Date): Promise<void> {
  await sql`
    update letter_digests set name = ${values.name}, period = ${values.period}, weekday = ${values.weekday},
      hour = ${values.hour}, column_ids = ${values.column_ids}::bigint[], introduction = ${values.introduction},
      audience = ${values.audience}, audience_key = ${values.audience_key}, is_on = ${values.is_on},
      next_at = ${nextAt} where id = ${id}`.execute(trx);
}

export const deleteDigestRow = (trx: Trx, id: string) =>
  trx.deleteFrom('letter_digests').where('id', '=', id).returning('name').executeTakeFirst();

/** Locks the next digest that is due, skipping one that another process makes; uses letter_digests_due. */
export async function lockDueDigest(trx: Trx, now: Date): Promise<DigestRow | undefined> {
  const { rows } = await sql<DigestRow>`
    select ${columns} from letter_digests where is_on and next_at <= ${now}
    order by next_at, id limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

export async function updateCovered(trx: Trx, id: string, until: Date, nextAt: Date): Promise<void> {
  await sql`
    update letter_digests set covered_until = ${until}, next_at = ${nextAt} where id = ${id}`.execute(trx);
}
