import type { Database, Trx } from '#kernel/context.ts';

export type PlanRow = {
  id: string;
  scope: 'vip' | 'column';
  column_id: string | null;
  name: string;
  months: number | null;
  days: number | null;
  price: number;
  first_price: number | null;
  is_trial: boolean;
  is_active: boolean;
  list_order: number;
  created_at: Date;
  updated_at: Date;
};

export async function findPlan(db: Database | Trx, id: string): Promise<PlanRow | undefined> {
  const row = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
  return row as PlanRow | undefined;
}

/** All plans, in the order in which they are shown; there are few. */
export async function listPlans(db: Database): Promise<PlanRow[]> {
  const rows = await db
    .selectFrom('plans')
    .selectAll()
    .orderBy('scope', 'desc')
    .orderBy('column_id')
    .orderBy('list_order', 'desc')
    .orderBy('id')
    .execute();
  return rows as PlanRow[];
}

export async function isTrialPlan(db: Database | Trx, id: string): Promise<boolean> {
  const row = await db.selectFrom('plans').select('is_trial').where('id', '=', id).executeTakeFirst();
  return row?.is_trial ?? false;
}

export type NewPlan = Omit<PlanRow, 'id' | 'created_at' | 'updated_at'>;

export async function insertPlan(trx: Trx, plan: NewPlan): Promise<string> {
  const { id } = await trx.insertInto('plans').values(plan).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function lockPlan(trx: Trx, id: string): Promise<PlanRow | undefined> {
  return trx.selectFrom('plans').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    PlanRow | undefined
  >;
}

export async function updatePlan(
  trx: Trx,
  id: string,
  plan: Partial<NewPlan> & { updated_at: Date },
): Promise<void> {
  await trx.updateTable('plans').set(plan).where('id', '=', id).execute();
}
