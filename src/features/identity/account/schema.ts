import { z } from 'zod';
import { fields } from '#kernel/http/bodies.ts';

/*
 * What a member's account calls take and answer. Bodies are JSON; every message is Chinese and names the field.
 */

const text = (name: string, label: string, most: number) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined ? `请填写${label}（${name}）` : `${label}（${name}）应为文字`,
    })
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` });

const optionalText = (name: string, label: string, most: number) =>
  z
    .string({ error: `${label}（${name}）应为文字` })
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` })
    .optional();

/** As people write it; `readPhone` says whether it is one. */
const phone = text('phone', '手机号', 30);

/** As people type it; `checkCode` says whether it is one. */
const code = (name: string, label: string) => text(name, label, 20);

const newPassword = text('password', '新密码', 100).min(8, {
  error: '新密码（password）太短，应为 8 到 100 个字符',
});

const email = text('email', '邮箱', 254)
  .normalize('NFKC')
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: '邮箱（email）不正确，应为 name@example.cn 这样的地址' }));

/** Six digits of the authenticator, or one of the recovery codes. */
const secondFactor = text('value', '动态码', 40)
  .trim()
  .min(6, { error: '动态码（value）不正确，应为 6 位数字或一个恢复码' });

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  /** Masked: 138****0000. */
  mobile: z.string(),
  /** Masked: z***@example.cn; null without one. */
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  /** ISO 8601, null without a running membership. */
  vipUntil: z.string().nullable(),
  menuIds: z.array(z.string()),
  roleNames: z.array(z.string()),
  hasPassword: z.boolean(),
  wechat: z.object({ nickname: z.string() }).nullable(),
  hasTotp: z.boolean(),
  /** When the account will be deleted, ISO 8601; null when that was not asked for. */
  deletionDueAt: z.string().nullable(),
  createdAt: z.string(),
});

export const profileChange = fields({ name: optionalText('name', '昵称', 1000) });
export const avatarAnswer = z.object({ avatar: z.string() });

export const passwordChange = fields({
  oldPassword: optionalText('oldPassword', '旧密码', 500),
  value: code('value', '短信验证码').optional(),
  password: newPassword,
});
export const mobileChange = fields({
  oldValue: code('oldValue', '原手机号的验证码'),
  phone,
  value: code('value', '新手机号的验证码'),
});
export const mailCodeRequest = fields({ email });
export const codeSent = z.object({ expiresIn: z.number().int(), retryAfter: z.number().int() });
export const emailChange = fields({ email, value: code('value', '邮件验证码') });

export const sessionList = z.array(
  z.object({
    id: z.string(),
    isCurrent: z.boolean(),
    /** Browser and system as a person would say them: Chrome · Windows 10. */
    device: z.string(),
    address: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
  }),
);

export const totpBeginning = fields({
  password: optionalText('password', '密码', 500),
  value: code('value', '短信验证码').optional(),
});
export const totpSecret = z.object({ secret: z.string(), uri: z.string() });
export const totpProof = fields({ value: secondFactor });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const deletionRequest = fields({ value: code('value', '短信验证码') });
export const deletionAnswer = z.object({ deletionDueAt: z.string() });

export type Profile = z.infer<typeof profile>;
export type SessionEntry = z.infer<typeof sessionList>[number];
