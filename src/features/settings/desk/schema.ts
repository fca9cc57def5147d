import { z } from 'zod';
import { type GroupName, groupNames } from '#kernel/settings/environment.ts';
import { groupSchema } from './groups.ts';

/** A secret as it is read back: whether there is one and, of a long one, its last four characters. */
const masked = z.object({ isSet: z.boolean(), last4: z.string() });

/** A field as the form shows it, as the catalogue of settings describes it. */
export const settingField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'prose', 'whole', 'secret', 'key', 'secretKey', 'choice', 'switch']),
  note: z.string().optional(),
  /** What a number counts. */
  unit: z.string().optional(),
  placeholder: z.string().optional(),
  /** Of a choice, the words by value. */
  options: z.record(z.string(), z.string()).optional(),
  /** Shown only while the provider is this one. */
  provider: z.string().optional(),
});

export const settingGroup = z.object({
  name: z.enum(groupNames),
  title: z.string(),
  lead: z.string(),
  /** What trying the group out does; without one there is nothing to try. */
  tryLabel: z.string().optional(),
  fields: z.array(settingField),
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

const unknown = { error: `分组（group）不正确，可用：${groupNames.join('、')}` };
const one = <S extends z.ZodRawShape>(more: S) => {
  const input = (group: GroupName) =>
    z.object({ group: z.literal(group), values: groupSchema(group), ...more });
  const [first, ...others] = groupNames;
  return z.discriminatedUnion('group', [input(first as GroupName), ...others.map(input)], unknown);
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
