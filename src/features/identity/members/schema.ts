import { z } from 'zod';
import { fields, requiredText, text } from '#kernel/http/bodies.ts';
import { choice, id, optionalText, paging, period } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { isId } from '#shared/ids.ts';
import { normalisePhone } from '../sign-in/phones.ts';

/** Maximum number of members one call changes, and of tags one member has. */
export const maxMembersPerCall = 100;
export const maxTags = 20;

const role = z.object({ code: z.string(), name: z.string() });

/** A member in the list. Mobile number, empty without one, and e-mail address are masked for every caller. */
export const memberRecord = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  mobile: z.string(),
  email: z.string().nullable(),
  roles: z.array(role),
  tags: z.array(z.string()),
  vipUntil: z.string().nullable(),
  blockedAt: z.string().nullable(),
  deletionDueAt: z.string().nullable(),
  createdAt: z.string(),
  /** When a session of the member was last used; null if none is alive. */
  lastSeenAt: z.string().nullable(),
});

export const memberPage = pageOf(memberRecord);

export const memberDetail = memberRecord.extend({
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

export const createInput = fields({
  mobile: text('手机号', 20)
    .transform(normalisePhone)
    .pipe(z.string().regex(/^1\d{10}$/, { error: '手机号不正确，应为 11 位数字' })),
  /** Empty: a generated name. */
  name: text('昵称', 100),
});

const filterFields = {
  /** The beginning of a name, a whole mobile number or e-mail address, or an id; with `members.manage` also the beginning of a number. */
  keyword: optionalText('关键词', 254),
  tag: optionalText('标签', 20),
  /** A role's code, or `staff` for members with any role. */
  role: optionalText('角色', 40),
  state: choice('状态', ['all', 'active', 'blocked', 'leaving'], 'all'),
  vip: choice('VIP', ['all', 'yes'], 'all'),
  ...period,
};

export const memberFilter = z.object(filterFields);
export const memberQuery = z.object({ ...filterFields, ...paging });

export const idQuery = z.object({ id: id('会员编号') });
export const idInput = z.object({ id: id('会员编号') });
export const reasonInput = z.object({
  id: id('会员编号'),
  reason: requiredText('原因', 200),
});

export const tagsInput = z.object({
  ids: z
    .array(z.string().refine(isId, { error: '会员编号不正确，应为数字编号' }), {
      error: '会员编号应为编号的列表',
    })
    .min(1, { error: '请选择会员' })
    .max(maxMembersPerCall, { error: `会员一次最多 ${maxMembersPerCall} 位` })
    .transform((ids) => [...new Set(ids)])
    .meta({ title: '会员编号' }),
  tags: z
    .array(requiredText('标签', 20), { error: '标签应为文字的列表' })
    .min(1, { error: '请填写标签' })
    .max(maxTags, { error: `标签一次最多 ${maxTags} 个` })
    .transform((tags) => [...new Set(tags)])
    .meta({ title: '标签' }),
});

/** Tags in use, with the number of members of each, counted up to 1,000. */
export const tagList = z.array(z.object({ tag: z.string(), members: z.number().int() }));

export type MemberRecord = z.infer<typeof memberRecord>;
export type MemberDetail = z.infer<typeof memberDetail>;
