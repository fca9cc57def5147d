import { sql } from 'kysely';
import type { Database, Trx } from '../context.ts';

/** PostgreSQL refuses payloads of 8,000 bytes; this stays a little below. */
export const longestPayload = 7_900;

/** Tells every listener of a channel: at once, or in a transaction when and if it commits. */
export async function notify(db: Database | Trx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
