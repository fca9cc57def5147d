import { z } from 'zod';
import { requiredText } from '#kernel/http/bodies.ts';
import { id } from '#kernel/http/inputs.ts';

const memberId = id('会员编号');
const maxDays = 3650;
const daysMessage = `VIP 天数应为 1 到 ${maxDays} 的整数`;
const reason = requiredText('原因', 200);

export const giveVipInput = z.object({
  id: memberId,
  days: z
    .number({ error: daysMessage })
    .int({ error: daysMessage })
    .min(1, { error: daysMessage })
    .max(maxDays, { error: daysMessage })
    .meta({ title: 'VIP 天数' }),
  reason,
});
export const endVipInput = z.object({ id: memberId, reason });
export const vipAnswer = z.object({ vipUntil: z.string().nullable() });

export const grantsQuery = z.object({ id: memberId });
/** All grants a member ever had, newest first; `isRunning` means now. */
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
