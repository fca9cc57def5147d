import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewNotice = {
  gateway: string;
  notice_id: string;
  trade_number: string;
  outcome: string;
  address: string;
};

export async function insertNotice(db: Database | Trx, notice: NewNotice): Promise<void> {
  await noticeInsert(notice).execute(db);
}

/** The statement that writes a notice down, to be gone on with by what has to be there for that. */
export const noticeInsert = ({ gateway, notice_id, trade_number, outcome, address }: NewNotice) => sql`
  insert into gateway_notices (gateway, notice_id, trade_number, outcome, address)
  select ${gateway}, ${notice_id}, ${trade_number}, ${outcome}, ${address}`;

/** So many refused notices of a kind are written down in a minute: anybody may send them, and as many as they like. */
const mostRefusals = 200;

export async function insertRefusal(db: Database, notice: NewNotice): Promise<void> {
  await sql`${noticeInsert(notice)}
    where not exists (
      select from (
        select received_at from gateway_notices where outcome = ${notice.outcome}
        order by id desc offset ${sql.lit(mostRefusals - 1)} limit 1
      ) newest where received_at > now() - interval '1 minute')`.execute(db);
}

/** Half a year is longer than any gateway hears complaints about a notice. */
export async function deleteOldNotices(db: Database, now: Date): Promise<void> {
  await sql`delete from gateway_notices where received_at < ${now}::timestamptz - interval '180 days'`.execute(
    db,
  );
}
