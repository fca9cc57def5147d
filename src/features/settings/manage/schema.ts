import { z } from 'zod';
import { settingGroups } from '#kernel/settings/catalogue.ts';
import { type GroupName, groupNames } from '#kernel/settings/environment.ts';
import { groupSchema } from './groups.ts';

/** A masked secret: whether it is set and, if it is long, its last four characters. */
const masked = z.object({ isSet: z.boolean(), last4: z.string() });

/** A form field as described in the catalogue of settings. */
export const settingField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum([
    'text',
    'prose',
    'whole',
    'secret',
    'key',
    'secretKey',
    'choice',
    'switch',
    'colour',
    'picture',
  ]),
  note: z.string().optional(),
  /** The unit of a number. */
  unit: z.string().optional(),
  placeholder: z.string().optional(),
  /** The labels of a choice by value. */
  options: z.record(z.string(), z.string()).optional(),
  /** Shown only for this provider. */
  provider: z.string().optional(),
});

export const settingGroup = z.object({
  name: z.enum(groupNames),
  title: z.string(),
  lead: z.string(),
  /** The label of the try button; absent if there is nothing to try. */
  tryLabel: z.string().optional(),
  fields: z.array(settingField),
  values: z.record(z.string(), z.union([z.string(), z.boolean(), masked])),
  /** The source of the effective values. */
  source: z.enum(['desk', 'environment']),
  updatedBy: z.string().nullable(),
  updatedAt: z.string().nullable(),
});

export const settingList = z.object({
  siteMode: z.enum(['demo', 'live']),
  /** Whether logging in by WeChat currently uses the sandbox. */
  hasWechatSandbox: z.boolean(),
  groups: z.array(settingGroup),
});

const groupError = {
  error: `分组不正确，可用：${groupNames.map((name) => settingGroups[name].title).join('、')}`,
};
const groupInput = <S extends z.ZodRawShape>(extraFields: S) => {
  const input = (group: GroupName) =>
    z.object({ group: z.literal(group).meta({ title: '分组' }), values: groupSchema(group), ...extraFields });
  const [first, ...others] = groupNames;
  return z.discriminatedUnion('group', [input(first as GroupName), ...others.map(input)], groupError);
};

/** `base` is the version token: the `updatedAt` that was on screen. Saving over a newer change is a conflict. */
export const saveInput = groupInput({
  base: z.string({ error: '基准应为读到的 updatedAt' }).nullable().prefault(null).meta({ title: '基准' }),
});

export const tryInput = groupInput({
  to: z
    .string({ error: '收件人应为邮箱地址' })
    .regex(/^[^<>@\s]+@[^<>@\s]+$/, { error: '收件人应为邮箱地址，如 me@example.cn' })
    .max(200, { error: '收件人过长' })
    .optional()
    .meta({ title: '收件人' }),
});

export const resetInput = z.object({ group: z.enum(groupNames, groupError).meta({ title: '分组' }) });

export const pictureInput = z.object({
  field: z.enum(['logo', 'logoDark', 'icon', 'share'], { error: '用途不正确' }).meta({ title: '用途' }),
});

/** `message` describes the result in Chinese, with the provider's message on failure. */
export const tryAnswer = z.object({ isOk: z.boolean(), message: z.string() });

export const nonceQuery = z.object({
  nonce: z
    .string({ error: '随机数请提供' })
    .regex(/^[\w-]{20,64}$/, {
      error: '随机数应为 20 到 64 个字母或数字',
    })
    .meta({ title: '随机数', examples: ['abcdefghijklmnopqrstuvwx'] }),
});

export type SettingGroup = z.infer<typeof settingGroup>;
export type SettingList = z.infer<typeof settingList>;
export type TryAnswer = z.infer<typeof tryAnswer>;
