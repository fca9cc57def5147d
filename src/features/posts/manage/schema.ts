import { z } from 'zod';
import { base, number, saved, versionRecord } from '#features/documents/schema.ts';
import { reviewItem } from '#features/moderation/review/schema.ts';
import { hit as wordHit } from '#features/moderation/words/schema.ts';
import { fields, flag, moment, oneOf, picture } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';
import { isStockCode, plainStockCode } from '#shared/stock-code.ts';
import { access, detail, kind } from '../schema.ts';

export const postState = z.enum(['draft', 'scheduled', 'published', 'withdrawn']);

const text = (label: string, max: number) =>
  z
    .string({ error: `请提供${label}` })
    .max(max, { error: `${label}过长，最多 ${max} 个字` })
    .transform(cleanText)
    .meta({ title: label });
const ids = (label: string, max: number) =>
  z
    .array(z.string().refine(isId, { error: `${label}不正确，应为数字编号` }), {
      error: `${label}应为编号的列表`,
    })
    .max(max, { error: `${label}最多 ${max} 个` })
    .meta({ title: label });
const words = (label: string, max: number, maxLength: number) =>
  z
    .array(
      text(label, maxLength).pipe(
        z
          .string()
          .trim()
          .min(1, { error: `${label}不能为空` }),
      ),
      {
        error: `${label}应为文字的列表`,
      },
    )
    .max(max, { error: `${label}最多 ${max} 个` })
    .transform((list) => [...new Set(list)])
    .meta({ title: label });

const price = (label: string) =>
  z
    .number({ error: `${label}应为以分计的整数` })
    .int({ error: `${label}应为以分计的整数` })
    .min(1, { error: `${label}至少 1 分` })
    .max(10_000_000, { error: `${label}最多 10 万元` })
    .meta({ title: label });

/** The maximum number of authors of a post, the main author included. */
const maxAuthors = 10;

// Upper bound for a body: the 1 MB limit of a call holds some 300,000 Chinese characters.
const maxBodyLength = 900_000;
export const bodyHtml = text('正文', maxBodyLength);

/** The content of a post that an editor may change. Prices are in fen; `access` null inherits the column's. */
export const content = z
  .object(
    {
      columnId: id('栏目编号'),
      /** The main author, whom a sale's share goes to. */
      authorId: id('作者编号'),
      /** The further authors in the order of the byline. Optional, because older back offices omit it. */
      coAuthorIds: ids('合著者', maxAuthors - 1)
        .default([])
        .transform((list) => [...new Set(list)]),
      title: text('标题', 200),
      summary: text('摘要', 500),
      cover: picture('封面').nullable(),
      access: z
        .enum(['public', 'member', 'vip', 'paid'], {
          error: '权限不正确',
        })
        .nullable()
        .meta({ title: '权限' }),
      price: price('价格').nullable(),
      /**
       * What VIP members pay instead of `price`. Optional, because back offices opened before VIP prices existed omit it.
       */
      vipPrice: price('VIP 价').nullable().default(null),
      vipFree: flag('VIP 免费'),
      important: flag('重要'),
      tags: words('标签', 20, 30),
      // Labels and lists know a security by its code without the market.
      stockCodes: words('股票代码', 50, 12).transform((codes, check) => {
        const plain = [...new Set(codes.map(plainStockCode))];
        const wrong = plain.find((code) => !isStockCode(code));
        if (wrong !== undefined)
          check.addIssue({
            code: 'custom',
            message: `股票代码“${wrong}”不像证券代码，应为 6 位数字，如 300750`,
          });
        return plain;
      }),
      html: bodyHtml,
      seoTitle: text('搜索标题', 100),
      seoDescription: text('搜索描述', 300),
      relatedIds: ids('相关内容', 10),
    },
    { error: '请提供稿件内容' },
  )
  .meta({ title: '稿件内容' });

export const createInput = fields({
  columnId: id('栏目编号'),
  title: text('标题', 200).optional(),
});

export const saveInput = fields({
  id: id('稿件编号'),
  base,
  content,
  /** Saved automatically while writing: replaces the writer's own last autosave instead of adding a version. */
  isAutosave: flag('自动保存').optional(),
});

export const publishInput = fields({
  id: id('稿件编号'),
  base,
  at: moment('定时时间', 'first').optional(),
  /** The time of a first publication that readers are shown instead of now; never in the future. */
  publishedAt: moment('发布时间', 'first').optional(),
  /** True if a reviewer has checked the words that require a review. */
  isReviewed: flag('已审核').optional(),
  /** True if the caller knows what readers will not see, such as pictures of other sites. */
  acceptsUnseen: flag('已知道读者看不到的内容').optional(),
});
export const submitInput = publishInput.omit({ isReviewed: true, publishedAt: true });

export const setPublishedAtInput = fields({ id: id('稿件编号'), at: moment('发布时间', 'first') });

/** The maximum number of posts of a bulk change. */
const maxBulk = 50;

/** Applies one change to many posts, one after the other; a refused post gets a reason and the others proceed. */
export const changeManyInput = fields({
  ids: ids('稿件编号', maxBulk).min(1, { error: '请选择稿件' }),
  change: oneOf('操作', ['publish', 'withdraw', 'delete', 'undelete']),
});
/** Changes the same properties of many posts; absent ones stay as they are. */
export const editManyInput = fields({
  ids: ids('稿件编号', maxBulk).min(1, { error: '请选择稿件' }),
  columnId: id('栏目编号').optional(),
  authorId: id('作者编号').optional(),
  addTags: words('加上的标签', 20, 30).optional(),
  removeTags: words('去掉的标签', 20, 30).optional(),
  access: content.shape.access.optional(),
  price: price('价格').optional(),
}).refine(({ ids: _, ...edit }) => Object.values(edit).some((value) => value !== undefined), {
  error: '请选择要改的内容',
});

const versions = (label: string) =>
  z.object({ head: base, live: base }, { error: `${label}应为两个版本号` }).meta({ title: label });
/** A post as it was before a bulk change and the versions after it, by which a later change is noticed. */
const undo = z.object(
  {
    id: id('稿件编号'),
    state: postState.meta({ title: '状态' }),
    at: z.iso.datetime({ offset: true, error: '发布时间不正确' }).nullable().meta({ title: '发布时间' }),
    before: versions('改之前的版本'),
    after: versions('改之后的版本'),
  },
  { error: '要撤销的改动不正确' },
);
export const undoManyInput = fields({
  change: oneOf('操作', ['publish', 'withdraw', 'edit']),
  posts: z
    .array(undo, { error: '请选择稿件' })
    .min(1, { error: '请选择稿件' })
    .max(maxBulk, { error: `最多 ${maxBulk} 篇` })
    .meta({ title: '稿件' }),
});

/** One per post; the change succeeded if `fault` is absent, and `undo` then undoes it. */
export const outcomes = z.array(
  z.object({ id: z.string(), fault: z.string().optional(), undo: undo.optional() }),
);

export const idInput = fields({ id: id('稿件编号') });
export const idQuery = z.object({ id: id('稿件编号') });
export const versionQuery = z.object({ id: id('稿件编号'), number });
export const restoreInput = fields({ id: id('稿件编号'), base, number });

export const adminQuery = z
  .object({
    state: choice('状态', ['all', 'draft', 'scheduled', 'published', 'withdrawn', 'deleted'], 'all'),
    columnId: optionalId('栏目编号'),
    keyword: optionalText('关键词', 100),
    /**
     * Ignored with a keyword, whose results are ordered by relevance, and in the bin, where the last deleted come first.
     * Only published posts can be sorted by publication.
     */
    sort: choice('排序', ['updatedAt', '-updatedAt', 'publishedAt', '-publishedAt'], '-updatedAt'),
    ...paging,
  })
  .refine(({ sort, state }) => !sort.endsWith('publishedAt') || state === 'published', {
    error: '按发布时间排序时，状态应为 published',
    path: ['sort'],
  });

/** When the post was put into the bin. */
const deletedAt = z.string().nullable();

/** Why the caller may only read the post, because it is outside their columns; null if they may change it. */
const refusal = z.string().nullable();

/** A post in the list of the back office. */
export const adminRecord = z.object({
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
  deletedAt,
  /** True if changes were saved that readers do not see yet. */
  hasUnpublishedChanges: z.boolean(),
  refusal,
});
export const adminPage = pageOf(adminRecord);

const person = z.object({ id: z.string(), name: z.string() });

const reviewStatus = reviewItem
  .pick({ note: true, submittedBy: true, submittedAt: true, decidedBy: true, decidedAt: true, isOwn: true })
  .extend({ state: z.enum(['pending', 'rejected', 'changes']), version: z.number().int() });

/** A post as the editor opens it: its head version. */
export const adminPost = z.object({
  id: z.string(),
  kind,
  state: postState,
  version: z.number().int(),
  liveVersion: z.number().int(),
  publishedAt: z.string().nullable(),
  updatedAt: z.string(),
  deletedAt,
  content,
  refusal,
  /** Another member who has the post open. */
  openedBy: person.nullable(),
  /** The review status: waiting, or sent back with nothing published since. */
  review: reviewStatus.nullable(),
});

export { saved, versionRecord };
/** `isHeld`: the version waits for a reviewer, and readers keep seeing the previous one. */
export const published = saved.extend({ isHeld: z.boolean() });
export const hits = z.array(wordHit);
/** What readers will not see (shared/unseen.ts). */
export const unseen = z.array(
  z.object({
    kind: z.enum(['picture', 'cover', 'player', 'link', 'note']),
    address: z.string(),
    name: z.string(),
  }),
);

export const namedSecurities = z.array(z.object({ code: z.string(), name: z.string() }));

/** What a reviewer sees of a post. */
export const reviewedPost = z.object({
  item: reviewItem,
  postId: z.string(),
  state: postState,
  version: z.number().int(),
  /** Greater than `version` if the post was changed after it was submitted. */
  headVersion: z.number().int(),
  /** When the version is to be published; null for at once. */
  at: z.string().nullable(),
  content,
  /** The body as readers would get it. */
  html: z.string(),
  unseen,
  /** What readers see now; null if the post is not published or readers see the reviewed version. */
  live: content.nullable(),
  refusal,
});

export const previewQuery = z.object({
  id: id('稿件编号'),
  as: choice('读者', ['visitor', 'member', 'vip', 'buyer'], 'visitor'),
});
export const preview = detail;

export const authorsQuery = z.object({ name: optionalText('作者名', 50) });
/** Authors that a post may name. */
export const authors = z.array(person);

export type Content = z.output<typeof content>;
export type Outcome = z.infer<typeof outcomes>[number];
export type AdminRecord = z.infer<typeof adminRecord>;
export type AdminPost = z.infer<typeof adminPost>;
export type Published = z.infer<typeof published>;
export type ReviewedPost = z.infer<typeof reviewedPost>;
export type ReviewStatus = NonNullable<AdminPost['review']>;
