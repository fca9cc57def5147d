import { z } from 'zod';
import { cleanText } from '#shared/clean-text.ts';

const text = (name: string, label: string, most: number) =>
  z
    .string({ error: `${label}（${name}）只能填一个，且应为文字` })
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` })
    .transform(cleanText)
    .optional();

/** The token call's parameters (PROTOCOLS), from query or form; both spellings of the tenant are in use. */
export const tokenFields = z.object(
  {
    grant_type: text('grant_type', '登录方式', 50),
    username: text('username', '手机号', 100),
    password: text('password', '密码', 500),
    refresh_token: text('refresh_token', '续期凭证', 500),
    tenant_id: text('tenant_id', '租户', 50),
    tenantId: text('tenantId', '租户', 50),
    scope: text('scope', '范围', 50),
  },
  { error: '请求内容应为表单或 JSON 对象' },
);

export const tokenBody = tokenFields.optional();

/** OAuth's success body with what the family adds, and our permission codes; or its error. */
export const tokenAnswer = z.union([
  z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    refresh_token: z.string(),
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
  }),
  z.object({ error_code: z.number().int(), error_description: z.string() }),
]);

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  mobile: z.string(),
  avatar: z.string().nullable(),
  /** ISO 8601, null without a running membership. */
  vipUntil: z.string().nullable(),
  menuIds: z.array(z.string()),
});
