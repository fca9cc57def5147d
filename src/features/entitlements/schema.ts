import { z } from 'zod';
import { id } from '#kernel/http/inputs.ts';
import { cleanText } from '#shared/clean-text.ts';

const memberId = id('id', '会员编号');
const mostDays = 3650;
const daysMessage = `VIP 天数（days）应为 1 到 ${mostDays} 的整数`;
const reason = z
  .string({ error: '请填写原因（reason）' })
  .transform((text) => cleanText(text).trim())
  .pipe(
    z
      .string()
      .min(1, { error: '请填写原因（reason）' })
      .max(200, { error: '原因（reason）过长，最多 200 个字' }),
  );

export const vipGift = z.object({
  id: memberId,
  days: z
    .number({ error: daysMessage })
    .int({ error: daysMessage })
    .min(1, { error: daysMessage })
    .max(mostDays, { error: daysMessage }),
  reason,
});
export const vipEnding = z.object({ id: memberId, reason });
export const vipAnswer = z.object({ vipUntil: z.string().nullable() });

export const grantsQuery = z.object({ id: memberId });
/** What a member was ever given, newest first; `isRunning` now. */
export const grantList = z.array(
  z.object({
    scope: z.enum(['vip', 'post', 'column']),
    targetId: z.string().nullable(),
    source: z.string(),
    startsAt: z.string(),
    endsAt: z.string().nullable(),
    isRunning: z.boolean(),
  }),
);

export type GrantRecord = z.infer<typeof grantList>[number];
