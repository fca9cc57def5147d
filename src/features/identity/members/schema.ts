import { z } from 'zod';
import { choice, id, optionalText, paging, period } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';

/** Members a call changes at once, and tags one member has. */
export const mostAtOnce = 100;
export const mostTags = 20;

const role = z.object({ code: z.string(), name: z.string() });

/** A member as the list shows them; the number's middle is hidden, whoever asks. */
export const memberRecord = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  mobile: z.string(),
  roles: z.array(role),
  tags: z.array(z.string()),
  vipUntil: z.string().nullable(),
  blockedAt: z.string().nullable(),
  deletionDueAt: z.string().nullable(),
  createdAt: z.string(),
  /** When a session of theirs was last used; null when none is alive. */
  lastSeenAt: z.string().nullable(),
});

export const memberPage = pageOf(memberRecord);

export const memberDetail = memberRecord.extend({
  email: z.string().nullable(),
  hasPassword: z.boolean(),
  hasTotp: z.boolean(),
  blockReason: z.string().nullable(),
  wechat: z.object({ nickname: z.string(), boundAt: z.string() }).nullable(),
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      address: z.string(),
      createdAt: z.string(),
      lastSeenAt: z.string(),
    }),
  ),
  consents: z.array(z.object({ kind: z.string(), version: z.string(), agreedAt: z.string() })),
});

const narrowing = {
  /** The beginning of a name, a whole mobile number, or an id; for who may change members, the beginning of a number. */
  keyword: optionalText('keyword', '关键词', 50),
  tag: optionalText('tag', '标签', 20),
  /** A role's code, or `staff` for everybody who has one. */
  role: optionalText('role', '角色', 40),
  state: choice('state', '状态', ['all', 'active', 'blocked', 'leaving'], 'all'),
  vip: choice('vip', 'VIP', ['all', 'yes'], 'all'),
  ...period,
};

export const memberFilter = z.object(narrowing);
export const memberQuery = z.object({ ...narrowing, ...paging });

const asked = (name: string, label: string, most: number) =>
  z
    .string({ error: `请填写${label}（${name}）` })
    .transform((text) => cleanText(text).trim())
    .pipe(
      z
        .string()
        .min(1, { error: `请填写${label}（${name}）` })
        .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` }),
    );

export const idQuery = z.object({ id: id('id', '会员编号') });
export const idInput = z.object({ id: id('id', '会员编号') });
export const reasonInput = z.object({ id: id('id', '会员编号'), reason: asked('reason', '原因', 200) });

export const tagsInput = z.object({
  ids: z
    .array(z.string().refine(isId, { error: '会员编号（ids）不正确，应为数字编号' }), {
      error: '会员编号（ids）应为编号的列表',
    })
    .min(1, { error: '请选择会员（ids）' })
    .max(mostAtOnce, { error: `会员（ids）一次最多 ${mostAtOnce} 位` })
    .transform((ids) => [...new Set(ids)]),
  tags: z
    .array(asked('tags', '标签', 20), { error: '标签（tags）应为文字的列表' })
    .min(1, { error: '请填写标签（tags）' })
    .max(mostTags, { error: `标签（tags）一次最多 ${mostTags} 个` })
    .transform((tags) => [...new Set(tags)]),
});

/** Tags in use, with how many members have each, counted to 1,000. */
export const tagList = z.array(z.object({ tag: z.string(), members: z.number().int() }));

export type MemberRecord = z.infer<typeof memberRecord>;
export type MemberDetail = z.infer<typeof memberDetail>;
export type MemberQuery = z.input<typeof memberQuery>;
