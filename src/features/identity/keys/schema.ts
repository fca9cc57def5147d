import { z } from 'zod';
import { fields, idOf, requiredText, whole } from '#kernel/http/bodies.ts';

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The beginning of the key. */
  hint: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.string()),
  /** Scopes that work now: those that the owner holds. Empty while the owner is blocked. */
  effectiveScopes: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
  /** At most a minute old. */
  lastUsedAt: z.string().nullable(),
});
export const apiKeyList = z.object({
  keys: z.array(apiKey),
  /** The permissions that a key may have. */
  permissions: z.array(
    z.object({ code: z.string(), group: z.string(), name: z.string(), about: z.string() }),
  ),
});

export const apiKeyInput = fields({
  name: requiredText('名称', 30),
  scopes: z
    .array(z.string({ error: '权限应为文字的列表' }).max(60), { error: '权限应为列表' })
    .min(1, { error: '请至少选一项权限' })
    .max(60, { error: '权限最多 60 项' })
    .meta({ examples: [['content.view']] })
    .transform((list) => [...new Set(list)])
    .meta({ title: '权限' }),
  /** Null for a key that does not expire. */
  days: whole('有效天数', 1, 730).nullable().default(null),
});
/** The key is returned only this once. */
export const createdApiKey = z.object({ id: z.string(), key: z.string() });
export const apiKeyId = fields({ id: idOf('密钥编号') });

export type ApiKey = z.infer<typeof apiKey>;
export type ApiKeyList = z.infer<typeof apiKeyList>;
