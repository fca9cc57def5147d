import { sql } from 'kysely';
import type { Trx } from '../context.ts';

/** Tells every listener of a channel, when and if `trx` commits. The payload must stay under 8,000 bytes. */
export async function notify(trx: Trx, channel: string, payload: unknown): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(payload)})`.execute(trx);
}
