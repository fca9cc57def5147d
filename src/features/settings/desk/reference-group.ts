import { z } from 'zod';
import { type ReferenceRules, referenceCount } from '#kernel/config-references.ts';
import { choice, flag, labelOf, text } from './fields.ts';

const filled = (field: string, piece?: z.ZodType) =>
  text(field, piece).refine((value) => value !== '', { error: `请填写${labelOf(field)}` });

/** What members may write, and what is looked at before it comes out. */
export const references = z.object({
  mode: choice('mode', ['review', 'forbid', 'licensed']),
  drafts: filled('drafts', referenceCount),
  reviews: filled('reviews', referenceCount),
  daily: filled('daily', referenceCount),
  selfReview: flag('selfReview').prefault(false),
  riskText: filled('riskText'),
});
type Group = z.output<typeof references>;

/** What the desk filled in, as it is used. */
export const referenceRulesOf = ({ drafts, reviews, daily, ...rest }: Group): ReferenceRules => ({
  ...rest,
  drafts: Number(drafts),
  reviews: Number(reviews),
  daily: Number(daily),
});

/** What the environment says, as the desk would have filled it in. */
export const referenceGroupOf = ({ drafts, reviews, daily, ...rest }: ReferenceRules): Group => ({
  ...rest,
  drafts: String(drafts),
  reviews: String(reviews),
  daily: String(daily),
});
