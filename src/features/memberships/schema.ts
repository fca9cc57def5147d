import { z } from 'zod';
import { fen, fields, flag, idOf, moment, oneOf, requiredText, text, whole } from '#kernel/http/bodies.ts';
import { id, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

export const done = z.boolean();
export const createdId = z.object({ id: z.string() });

const scope = z.enum(['vip', 'column']);

/** Something sold for a period. Prices are fen; either `months` (calendar months) or `days` is set. */
const planFields = {
  id: z.string(),
  scope,
  columnId: z.string().nullable(),
  columnName: z.string(),
  name: z.string(),
  months: z.number().int().nullable(),
  days: z.number().int().nullable(),
  price: z.number().int(),
  /** The first-time price; null without one. */
  firstPrice: z.number().int().nullable(),
  isTrial: z.boolean(),
};
export const offeredPlan = z.object({
  ...planFields,
  /** The caller's price; a visitor sees the first-time price. */
  yourPrice: z.number().int(),
  /** False for a trial that the caller cannot buy, because they had it or a membership; it is still shown. */
  isAvailable: z.boolean(),
});
export const offeredPlans = z.array(offeredPlan);
export const plansQuery = z.object({ columnId: optionalId('栏目编号') });

export const adminPlan = z.object({
  ...planFields,
  isActive: z.boolean(),
  listOrder: z.number().int(),
  updatedAt: z.string(),
});
export const adminPlans = z.array(adminPlan);

const period = {
  months: whole('月数', 1, 120)
    .nullable()
    .default(null)
    .meta({ examples: [1] }),
  days: whole('天数', 1, 366).nullable().default(null),
};
const hasOnePeriod = ({ months, days }: { months: number | null; days: number | null }) =>
  (months === null) !== (days === null);
const onePeriodError = { error: '月数和天数填一个，也只能填一个', path: ['months'] };

export const planInput = fields({
  /** Absent for a new plan. The scope and the trial flag of a plan cannot be changed. */
  id: idOf('套餐编号').optional(),
  scope: oneOf('类型', ['vip', 'column']),
  columnId: idOf('栏目编号').nullable().default(null),
  name: requiredText('名称', 30),
  ...period,
  price: fen('价格'),
  firstPrice: fen('首次价格').nullable().default(null),
  isTrial: flag('体验套餐').default(false),
  isActive: flag('在售').default(true),
  listOrder: whole('排序', 0, 999_999_999).default(0),
})
  .refine(hasOnePeriod, onePeriodError)
  .refine(({ scope: of, columnId }) => (of === 'column') === (columnId !== null), {
    error: '栏目订阅要选择栏目，VIP 套餐不选',
    path: ['columnId'],
  })
  .refine(({ isTrial, firstPrice }) => !(isTrial && firstPrice !== null), {
    error: '体验套餐没有首次价格',
    path: ['firstPrice'],
  });

/** A member's current VIP and column subscriptions. */
export const memberships = z.array(
  z.object({ scope, columnId: z.string().nullable(), name: z.string(), endsAt: z.string() }),
);

/** A coupon with `amountOff` (fen) or `percentOff`. `used` counts the orders that hold it or were paid with it. */
export const coupon = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  amountOff: z.number().int().nullable(),
  percentOff: z.number().int().nullable(),
  leastPrice: z.number().int(),
  scope: z.enum(['all', 'vip', 'column', 'post']),
  targetId: z.string().nullable(),
  /** The name of the plan, column or post; empty if it applies to its whole scope. */
  targetName: z.string(),
  startsAt: z.string(),
  endsAt: z.string().nullable(),
  totalLimit: z.number().int().nullable(),
  memberLimit: z.number().int(),
  used: z.number().int(),
  isActive: z.boolean(),
});
export const couponPage = cursorPageOf(coupon);
export const couponsQuery = z.object({
  keyword: optionalText('优惠码', 20),
  cursor: optionalId('游标'),
  size,
});

export const couponInput = fields({
  id: idOf('优惠券编号').optional(),
  code: z
    .string({ error: '请填写优惠码' })
    .transform((code) => code.normalize('NFKC').trim().toUpperCase())
    .pipe(z.string().regex(/^[0-9A-Z]{4,20}$/, { error: '优惠码应为 4 到 20 位字母或数字' }))
    .meta({ title: '优惠码' }),
  name: requiredText('名称', 30),
  amountOff: fen('减免金额')
    .nullable()
    .default(null)
    .meta({ examples: [100] }),
  percentOff: whole('减免百分比', 1, 99).nullable().default(null),
  leastPrice: whole('最低金额', 0, 10_000_000).default(0),
  scope: oneOf('适用范围', ['all', 'vip', 'column', 'post']).default('all'),
  /** The plan of `vip`, the column of `column`, the post of `post`; null for all of them. */
  targetId: idOf('适用对象').nullable().default(null),
  startsAt: moment('开始时间', 'first').optional(),
  endsAt: moment('结束时间', 'last').nullable().default(null),
  totalLimit: whole('总次数', 1, 10_000_000).nullable().default(null),
  memberLimit: whole('每人次数', 1, 1000).default(1),
  isActive: flag('启用').default(true),
})
  .refine(({ amountOff, percentOff }) => (amountOff === null) !== (percentOff === null), {
    error: '减免金额和减免百分比填一个，也只能填一个',
    path: ['amountOff'],
  })
  .refine(({ scope: of, targetId }) => !(of === 'all' && targetId !== null), {
    error: '适用于全部时不选适用对象',
    path: ['targetId'],
  });

export const activeInput = fields({ id: idOf('编号'), isActive: flag('启用') });

const grantScope = z.enum(['vip', 'column', 'post']);

/** A batch of redeem codes: what each gives, and how many exist, are redeemed and are revoked. */
export const batch = z.object({
  id: z.string(),
  name: z.string(),
  scope: grantScope,
  targetId: z.string().nullable(),
  targetName: z.string(),
  months: z.number().int().nullable(),
  days: z.number().int().nullable(),
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  /** The gift order it belongs to; null for a batch made by staff. */
  orderId: z.string().nullable(),
  codes: z.number().int(),
  redeemed: z.number().int(),
  revoked: z.number().int(),
});
export const batchPage = cursorPageOf(batch);
export const batchesQuery = z.object({ cursor: optionalId('游标'), size });

export const batchInput = fields({
  name: requiredText('名称', 30),
  scope: oneOf('类型', ['vip', 'column', 'post']),
  targetId: idOf('兑换对象').nullable().default(null),
  months: period.months,
  days: whole('天数', 1, 3660).nullable().default(null),
  count: whole('数量', 1, 1000),
  expiresAt: moment('有效期', 'last').nullable().default(null),
})
  .refine((input) => input.scope === 'post' || hasOnePeriod(input), onePeriodError)
  .refine((input) => input.scope !== 'post' || (input.months === null && input.days === null), {
    error: '单篇内容永久可读，不填月数和天数',
    path: ['months'],
  })
  .refine(({ scope: of, targetId }) => (of === 'vip') === (targetId === null), {
    error: '栏目和单篇要选择兑换对象，VIP 不选',
    path: ['targetId'],
  });
/** The codes in plain text, returned only this once; their hashes are stored. */
export const createdBatch = z.object({ id: z.string(), codes: z.array(z.string()) });

export const redeemCode = z.object({
  id: z.string(),
  /** The last four characters. */
  ending: z.string(),
  state: z.enum(['open', 'redeemed', 'revoked', 'expired']),
  memberId: z.string().nullable(),
  memberName: z.string().nullable(),
  redeemedAt: z.string().nullable(),
});
export const codePage = cursorPageOf(redeemCode);
export const codesQuery = z.object({
  batchId: id('批次编号'),
  cursor: optionalId('游标'),
  size,
});
/** One code, or all unredeemed codes of a batch. */
export const revokeInput = fields({
  batchId: idOf('批次编号'),
  codeId: idOf('兑换码编号').optional(),
});
export const revoked = z.object({ revoked: z.number().int() });

export const redeemInput = fields({ code: text('兑换码', 60) });
/** What a code gave: `endsAt` is null for a post, which has no end. */
export const redeemed = z.object({
  scope: grantScope,
  targetId: z.string().nullable(),
  name: z.string(),
  endsAt: z.string().nullable(),
});

export type OfferedPlan = z.infer<typeof offeredPlan>;
export type AdminPlan = z.infer<typeof adminPlan>;
export type Membership = z.infer<typeof memberships>[number];
export type Coupon = z.infer<typeof coupon>;
export type RedeemBatch = z.infer<typeof batch>;
export type RedeemCode = z.infer<typeof redeemCode>;
export type Redeemed = z.infer<typeof redeemed>;
