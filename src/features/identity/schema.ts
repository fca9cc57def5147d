import { z } from 'zod';
import { siteName } from '#kernel/setting-schemas.ts';
import { cleanText } from '#shared/clean-text.ts';
import { normalisePhone } from './sign-in/phones.ts';

const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label}只能填一个，且应为文字` })
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .transform(cleanText)
    .optional()
    .meta({ title: label });

const requiredText = (label: string, max: number) =>
  z
    .string({
      error: ({ input }) => `${input === undefined ? '请提供' : '只能填一个'}${label}`,
    })
    .min(1, { error: `请提供${label}` })
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .transform(cleanText)
    .meta({ title: label });

const bodyError = { error: '请求内容应为表单或 JSON 对象' };

/** The token call's parameters (docs/product.md §18), from query or form; clients use both spellings of the tenant. */
export const tokenFields = z.object(
  {
    grant_type: optionalText('登录方式', 50),
    username: optionalText('手机号', 100),
    password: optionalText('密码', 500),
    refresh_token: optionalText('续期凭证', 500),
    phone: optionalText('手机号', 30),
    email: optionalText('邮箱', 254),
    /** The code that was sent to `phone` or `email`. */
    value: optionalText('验证码', 20),
    nickname: optionalText('昵称', 200),
    /** The versions of the user agreement and of the privacy policy that the person agrees to. */
    agreement: optionalText('用户协议版本', 50),
    privacy: optionalText('隐私政策版本', 50),
    source: optionalText('第三方', 20),
    code: optionalText('授权码', 500),
    state: optionalText('状态', 200),
    bindTicket: optionalText('绑定凭证', 200),
    /** Where a log-in inside WeChat returns to: a path of this site. */
    returnTo: optionalText('返回地址', 1000),
    /** A solved challenge of `GET /reception/proof`: base64 of JSON `{ challenge, solution }`. */
    proof: optionalText('安全验证', 4000),
    /** Six digits from the authenticator, or a recovery code. */
    totp: optionalText('动态验证码', 40),
    /** The post that the person was reading before they registered. */
    fromPost: optionalText('来自稿件', 20),
    tenant_id: optionalText('租户', 50),
    tenantId: optionalText('租户', 50),
    scope: optionalText('范围', 50),
  },
  bodyError,
);

export const tokenBody = tokenFields.optional();

/** OAuth's success body with the additional fields of docs/product.md §18 and our permission codes, or its error. */
export const tokenAnswer = z.union([
  z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    refresh_token: z.string(),
    /** Seconds. */
    expires_in: z.number().int(),
    scope: z.literal('all'),
    tenant_id: z.string(),
    user_id: z.string(),
    account: z.string(),
    user_name: z.string(),
    nick_name: z.string(),
    avatar: z.string(),
    role_name: z.string(),
    menuIds: z.array(z.string()),
    /** When the account will be deleted unless the member cancels, ISO 8601; null if no deletion is scheduled. */
    deletion_due_at: z.string().nullable(),
  }),
  z.object({
    /** 400: an error for the form; 429: a rate limit, with the header Retry-After. */
    error_code: z.number().int(),
    error_description: z.string(),
    /** What the client must add before it repeats the same log-in. */
    error: z
      .enum([
        'proof_required',
        'totp_required',
        'consent_required',
        'consent_renewal',
        'bind_required',
        'profile_required',
      ])
      .optional(),
    /** Represents the WeChat person when this log-in continues (`bind_required`, or `totp_required` of social). */
    bindTicket: z.string().optional(),
    /** The WeChat person's name. */
    nickname: z.string().optional(),
    /** Where WeChat asks the person for name and picture (`profile_required`). */
    authorizeAddress: z.string().optional(),
  }),
]);

/** A challenge of ALTCHA, version 2 (altcha-lib `Challenge`). */
export const challenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    /** Seconds since the epoch. */
    expiresAt: z.number(),
  }),
  signature: z.string().optional(),
});

const purposes = ['login', 'register', 'reset', 'bind', 'change', 'change-old', 'delete'] as const;

/**
 * `change-old` and `delete` go to the caller's own number or, without one, e-mail address, whatever `phone` says.
 * `email` instead of `phone` asks for a `login` code by mail.
 */
export const codeRequest = z.object(
  {
    phone: optionalText('手机号', 30),
    email: optionalText('邮箱', 254),
    purpose: z.enum(purposes, { error: '验证码用途不正确' }).meta({ title: '验证码用途' }),
    proof: requiredText('安全验证', 4000),
  },
  bodyError,
);

/** Seconds for which the code is valid, and seconds until another may be requested. */
export const codeAnswer = z.object({ expiresIn: z.number().int(), retryAfter: z.number().int() });

export const passwordReset = z.object(
  {
    phone: requiredText('手机号', 30),
    value: requiredText('验证码', 20),
    password: requiredText('新密码', 500),
  },
  bodyError,
);

export const wechatQuery = z.object({
  purpose: z.enum(['login', 'bind'], { error: '用途不正确' }).prefault('login').meta({ title: '验证码用途' }),
});

/** A path of this site, or an empty text. */
export const sitePath = z
  .string({ error: '返回地址应为本站的路径' })
  .max(1000, { error: '返回地址过长' })
  .regex(/^(?:\/(?![/\\])[^\\\p{Cc}]*)?$/u, { error: '返回地址应为本站的路径' })
  .meta({ title: '返回地址' });

export const authorizeQuery = z.object({ returnTo: sitePath.prefault('') });
export const authorizeAnswer = z.object({ address: z.string() });

/** The parameters of the WeChat frame (docs/product.md §1), and the origin that serves it. */
export const wechatParameters = z.object({
  appId: z.string(),
  scope: z.literal('snsapi_login'),
  redirectUri: z.string(),
  state: z.string(),
  origin: z.string(),
});

export const wechatReturn = z.object(
  { code: requiredText('授权码', 500), state: requiredText('状态', 200) },
  bodyError,
);

/** `wechatInside`: one tap inside WeChat's browser. `mail`: some accounts have only an e-mail address, and log in by codes that are mailed. */
export const loginOptions = z.object({
  wechat: z.boolean(),
  wechatInside: z.boolean(),
  sms: z.boolean(),
  mail: z.boolean(),
  outbox: z.boolean(),
});

export type TokenAnswer = z.infer<typeof tokenAnswer>;
export type TokenFields = z.input<typeof tokenFields>;
export type ProofChallenge = z.infer<typeof challenge>;
export type CodeRequest = z.input<typeof codeRequest>;
export type CodeAnswer = z.infer<typeof codeAnswer>;
export type WechatParameters = z.infer<typeof wechatParameters>;
export type LoginOptions = z.infer<typeof loginOptions>;

const trimmedText = (label: string) =>
  z
    .string({ error: `请提供${label}` })
    .transform((given) => cleanText(given).trim())
    .meta({ title: label });

export const setupState = z.object({ isOpen: z.boolean() });

export const setupInput = z.object({
  key: z
    .string({ error: '请提供设置钥匙' })
    .max(200, { error: '设置钥匙不正确' })
    .meta({ title: '设置钥匙' }),
  siteName: trimmedText('站点名称').pipe(
    z.string().refine((name) => siteName.safeParse(name).success, {
      error: '站点名称应为 1 到 20 个字',
    }),
  ),
  mobile: trimmedText('手机号')
    .transform(normalisePhone)
    .pipe(z.string().regex(/^1\d{10}$/, { error: '手机号不正确，应为 11 位数字' })),
  name: trimmedText('姓名').pipe(
    z.string().min(1, { error: '姓名不能为空' }).max(30, { error: '姓名应为 1 到 30 个字' }),
  ),
  password: z
    .string({ error: '请提供密码' })
    .min(8, { error: '密码至少 8 个字符' })
    .max(100, { error: '密码最多 100 个字符' })
    .meta({ title: '密码', examples: ['a long pass phrase 9'] }),
});
