import { z } from 'zod';
import { groupNames, groups } from './groups.ts';

/** A secret as it is read back: whether there is one and, of a long one, its last four characters. */
const masked = z.object({ isSet: z.boolean(), last4: z.string() });

export const settingGroup = z.object({
  name: z.enum(groupNames),
  values: z.record(z.string(), z.union([z.string(), z.boolean(), masked])),
  /** Where it comes from now. */
  source: z.enum(['desk', 'environment']),
  updatedBy: z.string().nullable(),
  updatedAt: z.string().nullable(),
});

export const settingList = z.object({
  siteMode: z.enum(['demo', 'live']),
  /** Whether the stand-in for WeChat is what a log-in by WeChat meets now. */
  hasWechatSandbox: z.boolean(),
  groups: z.array(settingGroup),
});

const filled = <G extends keyof typeof groups>(group: G) => ({
  group: z.literal(group),
  values: groups[group],
});
const unknown = { error: `分组（group）不正确，可用：${groupNames.join('、')}` };
const one = <S extends z.ZodRawShape>(more: S) => {
  const base = <G extends keyof typeof groups>(group: G) => z.object({ ...filled(group), ...more });
  return z.discriminatedUnion(
    'group',
    [
      base('site'),
      base('sms'),
      base('mail'),
      base('wechat'),
      base('wechatService'),
      base('wechatPay'),
      base('alipay'),
      base('references'),
      base('comments'),
      base('contest'),
      base('trade'),
      base('storage'),
      base('security'),
    ],
    unknown,
  );
};

/** `base` is the `updatedAt` that was on screen: whoever saves over somebody else's change is told. */
export const saveInput = one({
  base: z.string({ error: '基准（base）应为读到的 updatedAt' }).nullable().prefault(null),
});

export const tryInput = one({
  to: z
    .string({ error: '收件人（to）应为邮箱地址' })
    .regex(/^[^<>@\s]+@[^<>@\s]+$/, { error: '收件人（to）应为邮箱地址，如 me@example.cn' })
    .max(200, { error: '收件人（to）过长' })
    .optional(),
});

export const resetInput = z.object({ group: z.enum(groupNames, unknown) });

/** `message` says in Chinese what came of it, in the provider's words where it refused. */
export const tryAnswer = z.object({ isOk: z.boolean(), message: z.string() });

export const nonceQuery = z.object({
  nonce: z.string({ error: '随机数（nonce）请提供' }).regex(/^[\w-]{20,64}$/, {
    error: '随机数（nonce）应为 20 到 64 个字母或数字',
  }),
});

export type SettingGroup = z.infer<typeof settingGroup>;
export type SettingList = z.infer<typeof settingList>;
export type TryAnswer = z.infer<typeof tryAnswer>;
