import { z } from 'zod';
import { fields } from '#kernel/http/bodies.ts';

/* Schemas of a member's account calls. Bodies are JSON; every message is Chinese and names the field. */

const requiredText = (label: string, max: number) =>
  z
    .string({
      error: ({ input }) => (input === undefined ? `请填写${label}` : `${label}应为文字`),
    })
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .meta({ title: label });

const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label}应为文字` })
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .optional()
    .meta({ title: label });

/** As people type it; `parsePhone` validates it. */
const phone = requiredText('手机号', 30);

/** As people type it; `checkCode` validates it. */
const code = (label: string) => requiredText(label, 20);

const newPassword = requiredText('新密码', 100)
  .min(8, { error: '新密码太短，应为 8 到 100 个字符' })
  .meta({ examples: ['another good one'] });

/** An e-mail address in the one notation that is stored: composed and in lower case, so that it identifies an account. */
export const emailAddress = z
  .string()
  .normalize('NFKC')
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: '邮箱不正确，应为 name@example.cn 这样的地址' }));

const email = requiredText('邮箱', 254).pipe(emailAddress);

/** Six digits from the authenticator, or a recovery code. */
const secondFactor = requiredText('动态码', 40)
  .trim()
  .min(6, { error: '动态码不正确，应为 6 位数字或一个恢复码' });

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  /** Masked: 138****0000; empty for an account without a mobile number. */
  mobile: z.string(),
  /** Masked: z***@example.cn; null without an address. */
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  /** ISO 8601; null without a current membership. */
  vipUntil: z.string().nullable(),
  menuIds: z.array(z.string()),
  roleNames: z.array(z.string()),
  hasPassword: z.boolean(),
  wechat: z.object({ nickname: z.string() }).nullable(),
  hasTotp: z.boolean(),
  /** When the account will be deleted, ISO 8601; null if no deletion is scheduled. */
  deletionDueAt: z.string().nullable(),
  createdAt: z.string(),
});

export const profileChange = fields({ name: optionalText('昵称', 1000) });
export const avatarAnswer = z.object({ avatar: z.string() });

export const passwordChange = fields({
  oldPassword: optionalText('旧密码', 500),
  value: code('短信验证码').optional(),
  password: newPassword,
});
/** The old code went to the old number, or to the e-mail address of an account without one. */
export const mobileChange = fields({
  oldValue: code('原手机号的验证码'),
  phone,
  value: code('新手机号的验证码'),
});
export const mailCodeRequest = fields({ email });
export const codeSent = z.object({ expiresIn: z.number().int(), retryAfter: z.number().int() });
/** An account without a mobile number also needs the code that was sent to its current address. */
export const emailChange = fields({
  email,
  oldValue: code('原邮箱的验证码').optional(),
  value: code('邮件验证码'),
});

export const sessionList = z.array(
  z.object({
    id: z.string(),
    isCurrent: z.boolean(),
    /** Browser and operating system in plain words: Chrome · Windows 10. */
    device: z.string(),
    address: z.string(),
    createdAt: z.string(),
    lastSeenAt: z.string(),
  }),
);

export const totpBeginning = fields({
  password: optionalText('密码', 500),
  value: code('短信验证码').optional(),
});
export const totpSecret = z.object({ secret: z.string(), uri: z.string() });
export const totpProof = fields({ value: secondFactor });
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const deletionRequest = fields({ value: code('短信验证码') });
export const deletionAnswer = z.object({ deletionDueAt: z.string() });

export type Profile = z.infer<typeof profile>;
export type SessionEntry = z.infer<typeof sessionList>[number];
