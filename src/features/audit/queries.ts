import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewEntry = {
  member_id: string | null;
  /** The name of the API key that was used, if any. */
  key_name?: string | undefined;
  action: string;
  target: string;
  before: unknown;
  after: unknown;
};

/** Actions of staff that also appear in the security log. */
const securityActions =
  /^(security|api-key|staff|role|invitation|settings|webhook)\.|^(member\.(reveal|export|block|unblock|signOut)|transfer\.(export|download)|order\.export)$/;

export async function insertEntry(trx: Trx | Database, { before, after, ...entry }: NewEntry): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({
      ...entry,
      before: toJson(before),
      after: toJson(after),
      is_security: securityActions.test(entry.action),
    })
    .execute();
}

// The driver would pass a string or null unserialised, which is not valid JSON.
const toJson = (value: unknown) =>
  value === undefined || value === null ? null : sql<never>`${JSON.stringify(value)}::jsonb`;

export type EntryFilter = {
  target?: string | undefined;
  action?: string | undefined;
  memberId?: string | undefined;
  scope: 'actions' | 'security';
};

/** Lists entries newest first, before the id `before`; each filter has an index, others filter its rows. */
export function listEntries(
  db: Database,
  { target, action, memberId, scope }: EntryFilter,
  { limit, before }: { limit: number; before?: string | undefined },
) {
  return (
    db
      .selectFrom('audit_entries as e')
      .leftJoin('members as m', 'm.id', 'e.member_id')
      .select([
        'e.id',
        'e.member_id',
        'm.name as member_name',
        'e.key_name',
        'e.action',
        'e.target',
        'e.before',
        'e.after',
        'e.created_at',
      ])
      .$if(target !== undefined, (rows) => rows.where('e.target', '=', target ?? ''))
      .$if(action !== undefined, (rows) => rows.where('e.action', '=', action ?? ''))
      .$if(memberId !== undefined, (rows) => rows.where('e.member_id', '=', memberId ?? ''))
      // The same text as in the partial indexes' condition, so that the planner can use them.
      .$if(scope === 'security', (rows) => rows.where(sql<boolean>`e.is_security`))
      .$if(scope === 'actions' && action === undefined, (rows) =>
        rows.where(sql<boolean>`e.action not like 'security.%'`),
      )
      .$if(before !== undefined, (rows) => rows.where('e.id', '<', before ?? ''))
      .orderBy('e.id', 'desc')
      .limit(limit)
      .execute()
  );
}

/** Counts events since a moment, by action. */
export async function countSecurityEvents(trx: Trx, since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ action: string; count: number }>`
    select action, count(*)::int count from audit_entries
    where action like 'security.%' and created_at > ${since} group by action`.execute(trx);
  return new Map(rows.map(({ action, count }) => [action, count]));
}

export async function deleteSecurityEvents(db: Database, before: Date): Promise<void> {
  await sql`delete from audit_entries where action like 'security.%' and created_at < ${before}`.execute(db);
}
