import { z } from 'zod';

/** What stands below every reference that names securities, unless the operator says it otherwise. */
const defaultRiskText =
  '本文为作者个人观点，仅供参考，不构成投资建议，也不代表本站立场。证券市场有风险，投资须谨慎，据此操作风险自负。';

const count = (least: number, most: number) => {
  const error = `应为 ${least} 到 ${most} 的整数`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

/** How many of anything a writer may have: the same for the environment and the desk. */
export const referenceCount = count(1, 1000);

/** What members may write, as variables; the desk may say otherwise. */
export const referenceEnvironment = {
  REFERENCE_MODE: z
    .enum(['forbid', 'review', 'licensed'], { error: '应为 forbid、review 或 licensed' })
    .default('review'),
  REFERENCE_DRAFTS: referenceCount.default(20),
  REFERENCE_REVIEWS: referenceCount.default(5),
  REFERENCE_DAILY: referenceCount.default(3),
  REFERENCE_SELF_REVIEW: z
    .enum(['true', 'false'], { error: '应为 true 或 false' })
    .default('false')
    .transform((value) => value === 'true'),
  REFERENCE_RISK_TEXT: z.string().min(1).max(500, { error: '应为至多 500 个字' }).default(defaultRiskText),
};

const shape = z.object(referenceEnvironment);

/**
 * `mode`: whether what names securities may be published at all (`forbid`), after a review, or for money only by a
 * qualified author (`licensed`). `selfReview`: who may do everything decides on their own references too. Drafts and
 * pieces under review of one writer at a time, and submissions a Shanghai day.
 */
export const referencesOf = (env: z.infer<typeof shape>) => ({
  mode: env.REFERENCE_MODE,
  drafts: env.REFERENCE_DRAFTS,
  reviews: env.REFERENCE_REVIEWS,
  daily: env.REFERENCE_DAILY,
  selfReview: env.REFERENCE_SELF_REVIEW,
  riskText: env.REFERENCE_RISK_TEXT,
});
export type ReferenceRules = ReturnType<typeof referencesOf>;
