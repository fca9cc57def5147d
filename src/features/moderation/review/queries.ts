import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

const columns = [
  'i.id',
  'i.kind',
  'i.target',
  'i.title',
  'i.excerpt',
  'i.reason',
  'i.hits',
  'i.details',
  'i.state',
  'i.submitted_by',
  's.name as submitted_by_name',
  'i.submitted_at',
  'i.decided_by',
  'd.name as decided_by_name',
  'i.decided_at',
  'i.note',
] as const;

export type ItemRow = NonNullable<Awaited<ReturnType<typeof findItemRow>>>;

const items = (db: Database | Trx) =>
  db
    .selectFrom('review_items as i')
    .leftJoin('members as s', 's.id', 'i.submitted_by')
    .leftJoin('members as d', 'd.id', 'i.decided_by')
    .select(columns);

/** Lists items of a state, newest first, before the id `before`; served by review_items_of_state or _of_kind. */
export function listItemRows(
  db: Database,
  { state, kind }: { state: string; kind?: string | undefined },
  { limit, before }: { limit: number; before?: string | undefined },
) {
  return items(db)
    .where('i.state', '=', state)
    .$if(kind !== undefined, (rows) => rows.where('i.kind', '=', kind ?? ''))
    .$if(before !== undefined, (rows) => rows.where('i.id', '<', before ?? ''))
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
}

/** Counts the open items of a kind, up to `cap`. */
export async function countPending(db: Database, kind: string, cap: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from (
      select from review_items where state = 'pending' and kind = ${kind} limit ${sql.lit(cap)}
    ) capped`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export const findItemRow = (db: Database | Trx, id: string) =>
  items(db).where('i.id', '=', id).executeTakeFirst();

/** Finds the last item about a target, whatever its state; served by review_items_of_target. */
export const findLastItemRow = (db: Database | Trx, target: string) =>
  items(db).where('i.target', '=', target).orderBy('i.id', 'desc').limit(1).executeTakeFirst();

/**
 * Locks the open item about a target before the target itself is locked. A decision locks in the same order, which
 * prevents a deadlock.
 */
export async function lockOpenItem(trx: Trx, target: string): Promise<void> {
  await sql`select from review_items where target = ${target} and state = 'pending' for update`.execute(trx);
}

/** Counts the open items of these kinds that others submitted, up to `cap`. */
export async function countOthersPending(
  db: Database,
  { kinds, memberId }: { kinds: readonly string[]; memberId: string },
  cap: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from (
      select from review_items where state = 'pending' and kind = any(${kinds}::text[])
        and submitted_by is distinct from ${memberId}::bigint limit ${sql.lit(cap)}
    ) capped`.execute(db);
  return rows[0]?.count ?? 0;
}

export const lockItem = (trx: Trx, id: string) =>
  trx.selectFrom('review_items').select('state').where('id', '=', id).forUpdate().executeTakeFirst();

type NewItem = {
  kind: string;
  target: string;
  title: string;
  excerpt: string;
  reason: string;
  hits: unknown;
  details: unknown;
  submitted_by: string | null;
  submitted_at: Date;
};

/** Adds an item to the queue, replacing an open one about the same target. @returns the item's id */
export async function upsertOpenItem(trx: Trx, { hits, details, ...item }: NewItem): Promise<string> {
  const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;
  const row = await trx
    .insertInto('review_items')
    .values({ ...item, hits: json(hits), details: json(details) })
    .onConflict((conflict) =>
      conflict
        .column('target')
        .where('state', '=', sql.lit('pending'))
        .doUpdateSet((fresh) => ({
          title: fresh.ref('excluded.title'),
          excerpt: fresh.ref('excluded.excerpt'),
          reason: fresh.ref('excluded.reason'),
          hits: fresh.ref('excluded.hits'),
          details: fresh.ref('excluded.details'),
          submitted_by: fresh.ref('excluded.submitted_by'),
          submitted_at: fresh.ref('excluded.submitted_at'),
        })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateDecision(
  trx: Trx,
  id: string,
  decision: { state: string; decided_by: string | null; decided_at: Date; note: string },
): Promise<void> {
  await trx.updateTable('review_items').set(decision).where('id', '=', id).execute();
}

/** Cancels the open item about a target. @returns whether there was one */
export async function cancelOpen(trx: Trx, target: string): Promise<boolean> {
  const row = await trx
    .updateTable('review_items')
    .set({ state: 'cancelled' })
    .where('target', '=', target)
    .where('state', '=', sql.lit('pending'))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Clears the quoted texts of items about these targets. */
export async function eraseTexts(trx: Trx, targets: readonly string[]): Promise<void> {
  if (targets.length === 0) return;
  await trx
    .updateTable('review_items')
    .set({ excerpt: '', hits: sql<never>`'[]'::jsonb` })
    .where('target', 'in', targets)
    .execute();
}
