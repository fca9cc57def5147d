import { z } from 'zod';
import { siteName } from '#kernel/setting-pieces.ts';
import { cleanText } from '#shared/clean-text.ts';
import { writePhone } from './sign-in/phones.ts';

const text = (name: string, label: string, most: number) =>
  z
    .string({ error: `${label}（${name}）只能填一个，且应为文字` })
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` })
    .transform(cleanText)
    .optional();

const needed = (name: string, label: string, most: number) =>
  z
    .string({
      error: ({ input }) => `${input === undefined ? '请提供' : '只能填一个'}${label}（${name}）`,
    })
    .min(1, { error: `请提供${label}（${name}）` })
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` })
    .transform(cleanText);

const body = { error: '请求内容应为表单或 JSON 对象' };

/** The token call's parameters (PROTOCOLS), from query or form; both spellings of the tenant are in use. */
export const tokenFields = z.object(
  {
    grant_type: text('grant_type', '登录方式', 50),
    username: text('username', '手机号', 100),
    password: text('password', '密码', 500),
    refresh_token: text('refresh_token', '续期凭证', 500),
    phone: text('phone', '手机号', 30),
    /** The code that was sent to `phone`. */
    value: text('value', '验证码', 20),
    nickname: text('nickname', '昵称', 200),
    /** The versions of the user agreement and of the privacy text that the person agrees to. */
    agreement: text('agreement', '用户协议版本', 50),
    privacy: text('privacy', '隐私政策版本', 50),
    source: text('source', '第三方', 20),
    code: text('code', '授权码', 500),
    state: text('state', '状态', 200),
    bindTicket: text('bindTicket', '绑定凭证', 200),
    /** A solved challenge of `GET /reception/proof`: base64 of JSON `{ challenge, solution }`. */
    proof: text('proof', '安全验证', 4000),
    /** Six digits of the authenticator, or a recovery code. */
    totp: text('totp', '动态验证码', 40),
    /** The piece somebody was reading when they went to register. */
    fromPost: text('fromPost', '来自稿件', 20),
    tenant_id: text('tenant_id', '租户', 50),
    tenantId: text('tenantId', '租户', 50),
    scope: text('scope', '范围', 50),
  },
  body,
);

export const tokenBody = tokenFields.optional();

/** OAuth's success body with what the family adds, and our permission codes; or its error. */
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
    /** ISO 8601: when the account will be deleted, unless the person takes it back; null when it will not. */
    deletion_due_at: z.string().nullable(),
  }),
  z.object({
    /** 400: for the form; 429: a limit, with the header Retry-After. */
    error_code: z.number().int(),
    error_description: z.string(),
    /** What is to be added before the same log-in is tried again. */
    error: z
      .enum(['proof_required', 'totp_required', 'consent_required', 'consent_renewal', 'bind_required'])
      .optional(),
    /** Stands for the WeChat person of this log-in when it goes on (`bind_required`, or `totp_required` of social). */
    bindTicket: z.string().optional(),
    /** The WeChat person's name. */
    nickname: z.string().optional(),
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

/** `change-old` and `delete` go to the caller's own number, whatever `phone` says. */
export const codeRequest = z.object(
  {
    phone: text('phone', '手机号', 30),
    purpose: z.enum(purposes, { error: `验证码用途（purpose）不正确，可用：${purposes.join('、')}` }),
    proof: needed('proof', '安全验证', 4000),
  },
  body,
);

/** Seconds: how long the code is good for, and until another may be asked for. */
export const codeAnswer = z.object({ expiresIn: z.number().int(), retryAfter: z.number().int() });

export const passwordReset = z.object(
  {
    phone: needed('phone', '手机号', 30),
    value: needed('value', '验证码', 20),
    password: needed('password', '新密码', 500),
  },
  body,
);

export const wechatQuery = z.object({
  purpose: z.enum(['login', 'bind'], { error: '用途（purpose）不正确，可用：login、bind' }).prefault('login'),
});

/** What the WeChat frame is opened with (seed §1), and the origin it is opened on. */
export const wechatParameters = z.object({
  appId: z.string(),
  scope: z.literal('snsapi_login'),
  redirectUri: z.string(),
  state: z.string(),
  origin: z.string(),
});

export const wechatReturn = z.object(
  { code: needed('code', '授权码', 500), state: needed('state', '状态', 200) },
  body,
);

export const loginOptions = z.object({ wechat: z.boolean(), sms: z.boolean(), outbox: z.boolean() });

export type TokenAnswer = z.infer<typeof tokenAnswer>;
export type TokenFields = z.input<typeof tokenFields>;
export type ProofChallenge = z.infer<typeof challenge>;
export type CodeRequest = z.input<typeof codeRequest>;
export type CodeAnswer = z.infer<typeof codeAnswer>;
export type WechatParameters = z.infer<typeof wechatParameters>;
export type LoginOptions = z.infer<typeof loginOptions>;

const word = (name: string, label: string) =>
  z.string({ error: `请提供${label}（${name}）` }).transform((given) => cleanText(given).trim());

export const setupState = z.object({ isOpen: z.boolean() });

export const setupInput = z.object({
  key: z.string({ error: '请提供设置钥匙（key）' }).max(200, { error: '设置钥匙（key）不正确' }),
  siteName: word('siteName', '站点名称').pipe(
    z.string().refine((name) => siteName.safeParse(name).success, {
      error: '站点名称（siteName）应为 1 到 20 个字',
    }),
  ),
  mobile: word('mobile', '手机号')
    .transform(writePhone)
    .pipe(z.string().regex(/^1\d{10}$/, { error: '手机号（mobile）不正确，应为 11 位数字' })),
  name: word('name', '姓名').pipe(
    z.string().min(1, { error: '姓名（name）不能为空' }).max(30, { error: '姓名（name）应为 1 到 30 个字' }),
  ),
  password: z
    .string({ error: '请提供密码（password）' })
    .min(8, { error: '密码（password）至少 8 个字符' })
    .max(100, { error: '密码（password）最多 100 个字符' }),
});
