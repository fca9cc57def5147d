import { z } from 'zod';
import { fields, flag, idOf, moment, oneOf, requiredText, text, whole } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

export const maxPosts = 20;
export const maxColumns = 20;
export const maxBounceLines = 10_000;

const count = z.number().int();
export const subscriptions = ['letter', 'daily', 'weekly'] as const;
export const letterStates = ['draft', 'scheduled', 'sending', 'sent', 'stopped'] as const;
export const audiences = ['all', 'vip', 'column', 'tag'] as const;
export const recipientStates = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const;

const audienceFields = {
  audience: oneOf('收件人', audiences).default('all'),
  /** The id of the column, or the tag; empty for the others. */
  audienceKey: text('收件人范围', 30),
};

/** The content of a letter. A draft may be incomplete; the rules apply when it is scheduled. */
export const content = fields({
  subject: text('主题', 100),
  introduction: text('开头的话', 5000),
  postIds: z
    .array(idOf('文章编号'), { error: '文章应为列表' })
    .max(maxPosts, { error: `一封邮件报最多 ${maxPosts} 篇文章` })
    .refine((ids) => new Set(ids).size === ids.length, { error: '同一篇文章只能放一次' })
    .default([])
    .meta({ title: '文章' }),
  isWhole: flag('带全文').default(false),
  ...audienceFields,
}).meta({ title: '邮件报内容' });

const base = whole('版本', 1, 2_147_483_647);
const letterId = idOf('邮件报编号');
export const saveInput = fields({
  id: letterId,
  base,
  content,
  isAutosave: flag('自动保存').default(false),
});
export const saved = z.object({ version: count, savedAt: z.string() });
export const created = z.object({ id: z.string() });
export const letterBody = fields({ id: letterId });
export const scheduleInput = fields({
  id: letterId,
  base,
  /** Null: now. */
  at: moment('发送时间', 'first').nullable().default(null),
});
export const done = z.boolean();

export const letterQuery = z.object({ id: id('邮件报编号') });
export const lettersQuery = z.object({ cursor: optionalId('游标'), size });
export const previewQuery = z.object({
  id: id('邮件报编号'),
  reader: choice('读者', ['visitor', 'member', 'vip'], 'member'),
});
export const preview = z.object({ subject: z.string(), html: z.string(), text: z.string() });
export const testInput = fields({
  id: letterId,
  reader: oneOf('读者', ['visitor', 'member', 'vip']).default('member'),
});
export const tested = z.object({ address: z.string() });
export const audienceQuery = z.object({
  subscription: choice('邮件报', subscriptions, 'letter'),
  audience: choice('收件人', audiences, 'all'),
  audienceKey: optionalText('收件人范围', 30).default(''),
});
/** `isExact` is false if there are more than were counted. */
export const audienceCount = z.object({ members: count, isExact: z.boolean() });

/**
 * The number of recipients by state, and how many of them unsubscribed by the letter's link, opened it and followed a link in
 * it; the last two are 0 while the publisher does not count them.
 */
export const figures = z.object({
  pending: count,
  sending: count,
  sent: count,
  failed: count,
  unknown: count,
  skipped: count,
  unsubscribed: count,
  opened: count,
  clicked: count,
});

export const letter = z.object({
  id: z.string(),
  subscription: z.enum(subscriptions),
  state: z.enum(letterStates),
  subject: z.string(),
  posts: count,
  audience: z.enum(audiences),
  audienceKey: z.string(),
  /** Null if the worker made it. */
  createdBy: z.string().nullable(),
  updatedAt: z.string(),
  scheduledAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  recipients: count,
  /** Null before sending. */
  figures: figures.nullable(),
  /** Why the portal stopped it. */
  fault: z.string(),
});
export const letterPage = cursorPageOf(letter);
const letterPost = z.object({
  id: z.string(),
  title: z.string(),
  columnName: z.string(),
  isPublished: z.boolean(),
});
export const letterDetail = letter.extend({
  version: count,
  content,
  /** The chosen posts that still exist, in order. */
  list: z.array(letterPost),
  isListed: z.boolean(),
  /** Time until which the mail server refuses mail, and its reason. */
  heldUntil: z.string().nullable(),
  heldReason: z.string(),
  /** Whether openings and clicks are counted now. */
  isCounted: z.boolean(),
});

export const recipientsQuery = z.object({
  id: id('邮件报编号'),
  state: choice('状态', recipientStates, 'failed'),
  cursor: optionalId('游标'),
  size,
});
export const recipientPage = cursorPageOf(
  z.object({
    id: z.string(),
    memberId: z.string(),
    memberName: z.string(),
    fault: z.string(),
    endedAt: z.string().nullable(),
  }),
);

const digestFields = {
  name: requiredText('名称', 60),
  period: oneOf('周期', ['daily', 'weekly']),
  weekday: whole('星期', 1, 7).default(1),
  hour: whole('几点', 0, 23),
  columnIds: z
    .array(idOf('栏目编号'), { error: '栏目应为列表' })
    .min(1, { error: '请至少选一个栏目' })
    .max(maxColumns, { error: `最多选 ${maxColumns} 个栏目` })
    .transform((ids) => [...new Set(ids)])
    .meta({ title: '栏目' }),
  introduction: text('开头的话', 1000),
  ...audienceFields,
  isOn: flag('启用').default(true),
};
export const digestInput = fields(digestFields);
export const digestChange = fields({ id: idOf('摘要编号'), ...digestFields });
export const digestBody = fields({ id: idOf('摘要编号') });
export const digest = z.object({
  id: z.string(),
  name: z.string(),
  period: z.enum(['daily', 'weekly']),
  weekday: count,
  hour: count,
  columnIds: z.array(z.string()),
  introduction: z.string(),
  audience: z.enum(audiences),
  audienceKey: z.string(),
  isOn: z.boolean(),
  nextAt: z.string(),
});
export const digests = z.array(digest);

export const bouncesQuery = z.object({ cursor: optionalId('游标'), size });
export const bounce = z.object({
  id: z.string(),
  address: z.string(),
  reason: z.string(),
  source: z.enum(['smtp', 'staff']),
  bouncedAt: z.string(),
});
export const bouncePage = cursorPageOf(bounce);
export const bouncesInput = fields({
  /** Addresses, one per line; further columns of a CSV are ignored. */
  addresses: requiredText('退信地址', 400_000),
});
export const bouncesAdded = z.object({ added: count, known: count, invalid: count });
export const bounceBody = fields({ id: idOf('退信编号') });
export const bouncesDeleteInput = fields({
  since: moment('起始时间', 'first'),
  /** Words of the refusal; empty for all. */
  reason: text('原因', 100),
});
export const bouncesDeleted = z.object({ deleted: count });

/** The caller's subscriptions. */
export const ownSubscriptions = z.object({
  /** Masked; null without a verified address. */
  address: z.string().nullable(),
  /** Why letters cannot reach the caller; null if they can. */
  reason: z.string().nullable(),
  kinds: z.array(z.object({ kind: z.enum(subscriptions), label: z.string(), isOn: z.boolean() })),
});
export const subscriptionInput = fields({
  kind: oneOf('邮件报', subscriptions),
  isOn: flag('是否接收'),
});

export type Content = z.infer<typeof content>;
export type Letter = z.infer<typeof letter>;
export type LetterDetail = z.infer<typeof letterDetail>;
export type Figures = z.infer<typeof figures>;
export type Digest = z.infer<typeof digest>;
export type Bounce = z.infer<typeof bounce>;
export type OwnSubscriptions = z.infer<typeof ownSubscriptions>;
export type Audience = (typeof audiences)[number];
export type Subscription = (typeof subscriptions)[number];
export type PreviewReader = z.infer<typeof testInput>['reader'];
