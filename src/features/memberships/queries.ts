import { sql } from 'kysely';
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

/** Returns all plans in display order; there are few. */
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

type NewPlan = Omit<PlanRow, 'id' | 'created_at' | 'updated_at'>;

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

export type CouponRow = {
  id: string;
  code: string;
  name: string;
  amount_off: number | null;
  percent_off: number | null;
  least_price: number;
  scope: string;
  target_id: string | null;
  starts_at: Date;
  ends_at: Date | null;
  total_limit: number | null;
  member_limit: number;
  used: number;
  is_active: boolean;
  created_at: Date;
};

export function findCouponByCode(db: Database | Trx, code: string): Promise<CouponRow | undefined> {
  return db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Returns and locks a coupon, so that reservations and releases are serialised and its limits hold. */
export function lockCoupon(trx: Trx, id: string): Promise<CouponRow | undefined> {
  return trx.selectFrom('coupons').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Counts a member's held and used uses of a coupon; uses the index coupon_uses_of_member. */
export async function countCouponUses(
  db: Database | Trx,
  couponId: string,
  memberId: string,
): Promise<number> {
  const row = await db
    .selectFrom('coupon_uses')
    .select((use) => use.fn.countAll<string>().as('count'))
    .where('coupon_id', '=', couponId)
    .where('member_id', '=', memberId)
    .where('state', '<>', 'released')
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function changeUsedCount(trx: Trx, couponId: string, change: 1 | -1): Promise<void> {
  await trx
    .updateTable('coupons')
    .set((coupon) => ({ used: coupon('used', '+', change) }))
    .where('id', '=', couponId)
    .execute();
}

export async function insertCouponUse(
  trx: Trx,
  use: { order_id: string; coupon_id: string; member_id: string },
): Promise<void> {
  await trx.insertInto('coupon_uses').values(use).execute();
}

/** Changes the state of an order's coupon use if it is still held. @returns the coupon, if it was */
export async function updateCouponUse(
  trx: Trx,
  orderId: string,
  state: 'used' | 'released',
): Promise<string | undefined> {
  const row = await trx
    .updateTable('coupon_uses')
    .set({ state })
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .returning('coupon_id')
    .executeTakeFirst();
  return row?.coupon_id;
}

export type NewCoupon = Omit<CouponRow, 'id' | 'used' | 'created_at'>;

/** @returns undefined if the code exists */
export async function insertCoupon(trx: Trx, coupon: NewCoupon): Promise<string | undefined> {
  const row = await trx
    .insertInto('coupons')
    .values(coupon)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateCoupon(trx: Trx, id: string, coupon: Partial<NewCoupon>): Promise<void> {
  await trx.updateTable('coupons').set(coupon).where('id', '=', id).execute();
}

/** `post_state`: of the post that the coupon is for. */
export type ListedCoupon = CouponRow & { target_name: string | null; post_state: string | null };

/** Lists coupons with their targets' names, newest first, before the id `before`; matches a whole code only. */
export function listCoupons(
  db: Database,
  { code, before, limit }: { code?: string | undefined; before?: string | undefined; limit: number },
): Promise<ListedCoupon[]> {
  return db
    .selectFrom('coupons')
    .selectAll()
    .select(
      sql<string | null>`case scope when 'vip' then (select name from plans where id = target_id)
        when 'column' then (select name from columns where id = target_id)
        when 'post' then (select title from posts where id = target_id) end`.as('target_name'),
    )
    .select(
      sql<string | null>`case scope when 'post' then (select state from posts where id = target_id) end`.as(
        'post_state',
      ),
    )
    .$if(code !== undefined, (rows) => rows.where('code', '=', code ?? ''))
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
