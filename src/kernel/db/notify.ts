import { sql } from 'kysely';
import type { Database, Trx } from '../context.ts';

/** PostgreSQL refuses payloads of 8,000 bytes or more. */
export const maxPayloadBytes = 7_900;

/** Sends a notification to all listeners of a channel: immediately, or when the transaction commits. */
export async function notify(db: Database | Trx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
