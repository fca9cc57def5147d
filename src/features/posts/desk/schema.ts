import { z } from 'zod';
import { reviewItem, wordHit } from '#features/moderation/index.ts';
import { fields, flag, moment, picture } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';
import { access, detail, kind } from '../schema.ts';

export const postState = z.enum(['draft', 'scheduled', 'published', 'withdrawn']);

const text = (name: string, label: string, most: number) =>
  z
    .string({ error: `请提供${label}（${name}）` })
    .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` })
    .transform(cleanText);
const ids = (name: string, label: string, most: number) =>
  z
    .array(z.string().refine(isId, { error: `${label}（${name}）不正确，应为数字编号` }), {
      error: `${label}（${name}）应为编号的列表`,
    })
    .max(most, { error: `${label}（${name}）最多 ${most} 个` });
const words = (name: string, label: string, most: number, longest: number) =>
  z
    .array(
      text(name, label, longest).pipe(
        z
          .string()
          .trim()
          .min(1, { error: `${label}（${name}）不能为空` }),
      ),
      {
        error: `${label}（${name}）应为文字的列表`,
      },
    )
    .max(most, { error: `${label}（${name}）最多 ${most} 个` })
    .transform((list) => [...new Set(list)]);

const price = (name: string, label: string) =>
  z
    .number({ error: `${label}（${name}）应为以分计的整数` })
    .int({ error: `${label}（${name}）应为以分计的整数` })
    .min(1, { error: `${label}（${name}）至少 1 分` })
    .max(10_000_000, { error: `${label}（${name}）最多 10 万元` });

// The widest a body may be; the house's call limit is 1 MB, which is some 300,000 Chinese characters.
const longestBody = 900_000;

/** All an editor may change of a piece; prices are fen, `access` null follows the column. */
export const content = z.object(
  {
    columnId: id('columnId', '栏目编号'),
    authorId: id('authorId', '作者编号'),
    title: text('title', '标题', 200),
    summary: text('summary', '摘要', 500),
    cover: picture('cover', '封面').nullable(),
    access: z
      .enum(['public', 'member', 'vip', 'paid'], {
        error: '权限（access）不正确，可用：public、member、vip、paid，或空为随栏目',
      })
      .nullable(),
    price: price('price', '价格').nullable(),
    /** What VIP members pay instead; browsers that were open before there was one say nothing of it. */
    vipPrice: price('vipPrice', 'VIP 价').nullable().default(null),
    vipFree: flag('vipFree', 'VIP 免费'),
    important: flag('important', '重要'),
    tags: words('tags', '标签', 20, 30),
    stockCodes: words('stockCodes', '股票代码', 50, 12),
    html: text('html', '正文', longestBody),
    seoTitle: text('seoTitle', '搜索标题', 100),
    seoDescription: text('seoDescription', '搜索描述', 300),
    relatedIds: ids('relatedIds', '相关内容', 10),
  },
  { error: '请提供稿件内容（content）' },
);

export const createInput = fields({
  columnId: id('columnId', '栏目编号'),
  title: text('title', '标题', 200).optional(),
});

// What the database counts versions with.
const mostVersions = 2_147_483_647;
const base = z
  .number({ error: '版本号（base）应为整数' })
  .int({ error: '版本号（base）应为整数' })
  .min(0, { error: '版本号（base）应为整数' });

export const saveInput = fields({
  id: id('id', '稿件编号'),
  /** The version that was being edited: another one at the head means that somebody saved meanwhile. */
  base,
  content,
  /** Saved by itself while writing: follows the writer's own last autosave instead of adding a version. */
  isAutosave: flag('isAutosave', '自动保存').optional(),
});

export const publishInput = fields({
  id: id('id', '稿件编号'),
  base,
  at: moment('at', '定时时间', 'first').optional(),
  /** A reviewer has looked at the words that call for a review. */
  isReviewed: flag('isReviewed', '已审核').optional(),
});
export const submitInput = publishInput.omit({ isReviewed: true });

export const idInput = fields({ id: id('id', '稿件编号') });
export const idQuery = z.object({ id: id('id', '稿件编号') });
const number = z.coerce
  .number({ error: '版本号（number）应为整数' })
  .int({ error: '版本号（number）应为整数' })
  .min(1, { error: '版本号（number）应为整数' })
  .max(mostVersions, { error: '版本号（number）应为整数' });
export const versionQuery = z.object({ id: id('id', '稿件编号'), number });
export const restoreInput = fields({ id: id('id', '稿件编号'), base, number });

export const deskQuery = z.object({
  state: choice('state', '状态', ['all', 'draft', 'scheduled', 'published', 'withdrawn'], 'all'),
  columnId: optionalId('columnId', '栏目编号'),
  keyword: optionalText('keyword', '关键词', 100),
  ...paging,
});

/** A piece as the desk's list shows it. */
export const deskRecord = z.object({
  id: z.string(),
  kind,
  title: z.string(),
  state: postState,
  columnId: z.string(),
  columnName: z.string(),
  authorName: z.string(),
  access,
  price: z.number().int().nullable(),
  important: z.boolean(),
  wordCount: z.number().int(),
  views: z.number().int(),
  publishedAt: z.string().nullable(),
  updatedAt: z.string(),
  /** Saved changes that readers do not see yet. */
  hasUnpublishedChanges: z.boolean(),
});
export const deskPage = pageOf(deskRecord);

const person = z.object({ id: z.string(), name: z.string() });

const reviewStanding = reviewItem
  .pick({ note: true, submittedBy: true, submittedAt: true, decidedBy: true, decidedAt: true, isOwn: true })
  .extend({ state: z.enum(['pending', 'rejected', 'changes']), version: z.number().int() });

/** A piece as the editor opens it: its head version. */
export const deskPost = z.object({
  id: z.string(),
  kind,
  state: postState,
  version: z.number().int(),
  liveVersion: z.number().int(),
  publishedAt: z.string().nullable(),
  updatedAt: z.string(),
  content,
  /** Somebody else who has it open. */
  openedBy: person.nullable(),
  /** Where it stands with reviewers: it waits, or was sent back and nothing came out since. */
  review: reviewStanding.nullable(),
});

export const saved = z.object({ version: z.number().int(), savedAt: z.string() });
/** `isHeld`: it waits for a reviewer, and readers see what they saw before. */
export const published = saved.extend({ isHeld: z.boolean() });
export const hits = z.array(wordHit);

/** What a reviewer looks at. */
export const reviewedPost = z.object({
  item: reviewItem,
  postId: z.string(),
  state: postState,
  version: z.number().int(),
  /** A later one than `version`: it was changed after it was submitted. */
  headVersion: z.number().int(),
  /** When it is to come out; null for at once. */
  at: z.string().nullable(),
  content,
  /** The body as readers would get it. */
  html: z.string(),
  /** What readers see now; null while the piece is not out. */
  live: content.nullable(),
});

export const versionRecord = z.object({
  number: z.number().int(),
  savedAt: z.string(),
  savedBy: z.string(),
  isLive: z.boolean(),
  isHead: z.boolean(),
  title: z.string(),
});

export const previewQuery = z.object({
  id: id('id', '稿件编号'),
  as: choice('as', '读者', ['visitor', 'member', 'vip'], 'visitor'),
});
export const preview = detail;

export const authorsQuery = z.object({ name: optionalText('name', '作者名', 50) });
/** Whom a piece may be by. */
export const authors = z.array(person);

export type Content = z.output<typeof content>;
export type DeskRecord = z.infer<typeof deskRecord>;
export type DeskPost = z.infer<typeof deskPost>;
export type VersionRecord = z.infer<typeof versionRecord>;
export type Saved = z.infer<typeof saved>;
export type Published = z.infer<typeof published>;
export type ReviewedPost = z.infer<typeof reviewedPost>;
export type ReviewStanding = NonNullable<DeskPost['review']>;
