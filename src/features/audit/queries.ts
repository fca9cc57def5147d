import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewEntry = {
  member_id: string | null;
  action: string;
  target: string;
  before: unknown;
  after: unknown;
};

export async function insertEntry(trx: Trx, { before, after, ...entry }: NewEntry): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({ ...entry, before: toJson(before), after: toJson(after) })
    .execute();
}

// A text or null would reach the driver as it is, which is no JSON.
const toJson = (value: unknown) =>
  value === undefined || value === null ? null : sql<never>`${JSON.stringify(value)}::jsonb`;

export type EntryFilter = {
  target?: string | undefined;
  action?: string | undefined;
  memberId?: string | undefined;
};

/** Entries newest first, before the one with id `before`; one index for each filter, others narrow its rows. */
export function listEntries(
  db: Database,
  { target, action, memberId }: EntryFilter,
  { limit, before }: { limit: number; before?: string | undefined },
) {
  return db
    .selectFrom('audit_entries as e')
    .leftJoin('members as m', 'm.id', 'e.member_id')
    .select([
      'e.id',
      'e.member_id',
      'm.name as member_name',
      'e.action',
      'e.target',
      'e.before',
      'e.after',
      'e.created_at',
    ])
    .$if(target !== undefined, (rows) => rows.where('e.target', '=', target ?? ''))
    .$if(action !== undefined, (rows) => rows.where('e.action', '=', action ?? ''))
    .$if(memberId !== undefined, (rows) => rows.where('e.member_id', '=', memberId ?? ''))
    .$if(before !== undefined, (rows) => rows.where('e.id', '<', before ?? ''))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();
}
