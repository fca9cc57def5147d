import { z } from 'zod';
import { fen, fields, filled, flag, idOf, moment, oneOf, text, whole } from '#kernel/http/bodies.ts';
import { id, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

export const done = z.boolean();
export const madeId = z.object({ id: z.string() });

const scope = z.enum(['vip', 'column']);

/** What is for sale for a period. Prices are fen; exactly one of `months` (calendar months) and `days`. */
const planFields = {
  id: z.string(),
  scope,
  columnId: z.string().nullable(),
  columnName: z.string(),
  name: z.string(),
  months: z.number().int().nullable(),
  days: z.number().int().nullable(),
  price: z.number().int(),
  /** For whoever never had it; null without one. */
  firstPrice: z.number().int().nullable(),
  isTrial: z.boolean(),
};
export const offeredPlan = z.object({
  ...planFields,
  /** What it costs the caller; a visitor reads what a beginner pays. */
  yourPrice: z.number().int(),
  /** A trial that the caller had, or has no use for, is shown and not sold. */
  isAvailable: z.boolean(),
});
export const offeredPlans = z.array(offeredPlan);
export const plansQuery = z.object({ columnId: optionalId('columnId', '栏目编号') });

export const staffPlan = z.object({
  ...planFields,
  isActive: z.boolean(),
  listOrder: z.number().int(),
  updatedAt: z.string(),
});
export const staffPlans = z.array(staffPlan);

const period = {
  months: whole('months', '月数', 1, 120).nullable().default(null),
  days: whole('days', '天数', 1, 366).nullable().default(null),
};
const hasOnePeriod = ({ months, days }: { months: number | null; days: number | null }) =>
  (months === null) !== (days === null);
const onePeriod = { error: '月数（months）和天数（days）填一个，也只能填一个', path: ['months'] };

export const planInput = fields({
  /** Absent for a new plan. What it is of and whether it is a trial stay as they are. */
  id: idOf('id', '套餐编号').optional(),
  scope: oneOf('scope', '类型', ['vip', 'column']),
  columnId: idOf('columnId', '栏目编号').nullable().default(null),
  name: filled('name', '名称', 30),
  ...period,
  price: fen('price', '价格'),
  firstPrice: fen('firstPrice', '首次价格').nullable().default(null),
  isTrial: flag('isTrial', '体验套餐').default(false),
  isActive: flag('isActive', '在售').default(true),
  listOrder: whole('listOrder', '排序', 0, 999_999_999).default(0),
})
  .refine(hasOnePeriod, onePeriod)
  .refine(({ scope: of, columnId }) => (of === 'column') === (columnId !== null), {
    error: '栏目订阅要选择栏目（columnId），VIP 套餐不选',
    path: ['columnId'],
  })
  .refine(({ isTrial, firstPrice }) => !(isTrial && firstPrice !== null), {
    error: '体验套餐没有首次价格（firstPrice）',
    path: ['firstPrice'],
  });

/** What a member has running: VIP, columns. */
export const memberships = z.array(
  z.object({ scope, columnId: z.string().nullable(), name: z.string(), endsAt: z.string() }),
);

/** A coupon; one of `amountOff` (fen) and `percentOff`. `used` counts orders that hold it or were paid with it. */
export const coupon = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  amountOff: z.number().int().nullable(),
  percentOff: z.number().int().nullable(),
  leastPrice: z.number().int(),
  scope: z.enum(['all', 'vip', 'column', 'post']),
  targetId: z.string().nullable(),
  /** The plan, the column or the piece it is for; empty where it is for all of its scope. */
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
  keyword: optionalText('keyword', '优惠码', 20),
  cursor: optionalId('cursor', '游标'),
  size,
});

export const couponInput = fields({
  id: idOf('id', '优惠券编号').optional(),
  code: z
    .string({ error: '请填写优惠码（code）' })
    .transform((code) => code.normalize('NFKC').trim().toUpperCase())
    .pipe(z.string().regex(/^[0-9A-Z]{4,20}$/, { error: '优惠码（code）应为 4 到 20 位字母或数字' })),
  name: filled('name', '名称', 30),
  amountOff: fen('amountOff', '减免金额').nullable().default(null),
  percentOff: whole('percentOff', '减免百分比', 1, 99).nullable().default(null),
  leastPrice: whole('leastPrice', '最低金额', 0, 10_000_000).default(0),
  scope: oneOf('scope', '适用范围', ['all', 'vip', 'column', 'post']).default('all'),
  /** The plan of `vip`, the column of `column`, the piece of `post`; null for all of them. */
  targetId: idOf('targetId', '适用对象').nullable().default(null),
  startsAt: moment('startsAt', '开始时间', 'first').optional(),
  endsAt: moment('endsAt', '结束时间', 'last').nullable().default(null),
  totalLimit: whole('totalLimit', '总次数', 1, 10_000_000).nullable().default(null),
  memberLimit: whole('memberLimit', '每人次数', 1, 1000).default(1),
  isActive: flag('isActive', '启用').default(true),
})
  .refine(({ amountOff, percentOff }) => (amountOff === null) !== (percentOff === null), {
    error: '减免金额（amountOff）和减免百分比（percentOff）填一个，也只能填一个',
    path: ['amountOff'],
  })
  .refine(({ scope: of, targetId }) => !(of === 'all' && targetId !== null), {
    error: '适用于全部时不选适用对象（targetId）',
    path: ['targetId'],
  });

export const activeInput = fields({ id: idOf('id', '编号'), isActive: flag('isActive', '启用') });

const gives = z.enum(['vip', 'column', 'post']);

/** A batch of redeem codes: what each gives, and how many were made, redeemed and revoked. */
export const batch = z.object({
  id: z.string(),
  name: z.string(),
  scope: gives,
  targetId: z.string().nullable(),
  targetName: z.string(),
  months: z.number().int().nullable(),
  days: z.number().int().nullable(),
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  /** The gift order it belongs to; null for staff's own. */
  orderId: z.string().nullable(),
  codes: z.number().int(),
  redeemed: z.number().int(),
  revoked: z.number().int(),
});
export const batchPage = cursorPageOf(batch);
export const batchesQuery = z.object({ cursor: optionalId('cursor', '游标'), size });

export const batchInput = fields({
  name: filled('name', '名称', 30),
  scope: oneOf('scope', '类型', ['vip', 'column', 'post']),
  targetId: idOf('targetId', '兑换对象').nullable().default(null),
  months: period.months,
  days: whole('days', '天数', 1, 3660).nullable().default(null),
  count: whole('count', '数量', 1, 1000),
  expiresAt: moment('expiresAt', '有效期', 'last').nullable().default(null),
})
  .refine((input) => input.scope === 'post' || hasOnePeriod(input), onePeriod)
  .refine((input) => input.scope !== 'post' || (input.months === null && input.days === null), {
    error: '单篇内容永久可读，不填月数（months）和天数（days）',
    path: ['months'],
  })
  .refine(({ scope: of, targetId }) => (of === 'vip') === (targetId === null), {
    error: '栏目和单篇要选择兑换对象（targetId），VIP 不选',
    path: ['targetId'],
  });
/** The codes in plain text: shown this once, kept hashed. */
export const madeBatch = z.object({ id: z.string(), codes: z.array(z.string()) });

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
  batchId: id('batchId', '批次编号'),
  cursor: optionalId('cursor', '游标'),
  size,
});
/** One code, or all of a batch that nobody redeemed. */
export const revokeInput = fields({
  batchId: idOf('batchId', '批次编号'),
  codeId: idOf('codeId', '兑换码编号').optional(),
});
export const revoked = z.object({ revoked: z.number().int() });

export const redeemInput = fields({ code: text('code', '兑换码', 60) });
/** What a code gave: `endsAt` null for a piece, which is the member's for ever. */
export const redeemed = z.object({
  scope: gives,
  targetId: z.string().nullable(),
  name: z.string(),
  endsAt: z.string().nullable(),
});

export type OfferedPlan = z.infer<typeof offeredPlan>;
export type StaffPlan = z.infer<typeof staffPlan>;
export type Membership = z.infer<typeof memberships>[number];
export type Coupon = z.infer<typeof coupon>;
export type RedeemBatch = z.infer<typeof batch>;
export type RedeemCode = z.infer<typeof redeemCode>;
export type Redeemed = z.infer<typeof redeemed>;
