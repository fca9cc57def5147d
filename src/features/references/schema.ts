import { z } from 'zod';
import { base, saved as savedVersion } from '#features/documents/schema.ts';
import { content as postContent, reviewedPost, unseen } from '#features/posts/manage/schema.ts';
import { detail as pieceDetail } from '#features/posts/schema.ts';
import { fields, picture } from '#kernel/http/bodies.ts';
import { choice, id, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { cleanText, isBlank } from '#shared/clean-text.ts';

/** States of a reference for its writer; for a published one, `revision` is the state of its newer version. */
export const states = ['draft', 'reviewing', 'changes', 'rejected', 'published', 'withdrawn'] as const;
export const state = z.enum(states);
const revision = z.enum(['reviewing', 'changes', 'rejected']).nullable();

const accessError = '权限不正确';

export const access = z
  .enum(['public', 'member', 'vip', 'paid'], { error: accessError })
  .meta({ title: '权限' });

const used = z.object({ used: z.number().int(), limit: z.number().int() });
/** Whether another reference may be added now. `reason` says in Chinese why not and what to do; null if allowed. */
export const quota = z.object({
  full: z.boolean(),
  reason: z.string().nullable(),
  draft: used,
  review: used,
  today: used,
});

export const idInput = fields({ id: id('内参编号') });
export const idQuery = z.object({ id: id('内参编号') });

/** Whether the writer holds the named securities; `other` requires a note. Shown to readers. */
export const disclosure = z
  .object(
    {
      holding: z
        .enum(['none', 'holds', 'other'], {
          error: '持仓披露不正确',
        })
        .meta({ title: '持仓披露' }),
      note: z
        .string({ error: '披露说明应为文字' })
        .transform((text) => cleanText(text).trim())
        .pipe(z.string().max(300, { error: '披露说明过长，最多 300 个字' }))
        .default('')
        .meta({ title: '披露说明' }),
    },
    { error: '请填写持仓披露' },
  )
  .meta({ title: '持仓披露' });
export const submitInput = fields({
  id: id('内参编号'),
  base,
  disclosure: disclosure.nullable().default(null),
});

export const security = z.object({ code: z.string(), name: z.string() });
const word = z.object({ found: z.string(), label: z.string() });

/** What a submission would meet: `refusal` is why it would be refused now; null if it would be accepted. */
export const check = z.object({
  securities: z.array(security),
  words: z.array(word),
  refusal: z.string().nullable(),
  /** What readers will not see, such as pictures of other sites; does not prevent a submission. */
  unseen,
});

const review = z.object({
  state: z.enum(['pending', 'changes', 'rejected']),
  version: z.number().int(),
  note: z.string(),
  submittedAt: z.string(),
  decidedAt: z.string().nullable(),
});

/** A reference as its writer's editor opens it, without the content. */
export const opened = z.object({
  id: z.string(),
  state,
  revision,
  version: z.number().int(),
  /** 0 if it was never published. */
  liveVersion: z.number().int(),
  publishedAt: z.string().nullable(),
  updatedAt: z.string(),
  review: review.nullable(),
  /** Named by title, summary and body of this version. */
  securities: z.array(security),
  /** The disclosure of the last submission. */
  disclosure: z.object({ holding: z.enum(['none', 'holds', 'other']), note: z.string() }).nullable(),
  /** The site's rules; `riskText` appears below references that name securities. */
  rules: z.object({ mode: z.enum(['forbid', 'review', 'licensed']), riskText: z.string() }),
});

export const standing = z.object({ state, revision });

export const previewQuery = z.object({
  id: id('内参编号'),
  as: choice('读者', ['visitor', 'member', 'vip', 'buyer'], 'visitor'),
});

export const listQuery = z.object({
  shelf: choice('分类', ['article', 'draft'], 'article'),
  state: z.enum(states, { error: '状态不正确' }).optional().meta({ title: '状态' }),
  cursor: id('游标').optional(),
  size,
});

/** A reference in its writer's lists. Money is in fen; `income` is what was credited to the writer so far. */
export const record = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  cover: z.string().nullable(),
  columnId: z.string(),
  columnName: z.string(),
  state,
  revision,
  access,
  price: z.number().int().nullable(),
  views: z.number().int(),
  comments: z.number().int(),
  sales: z.number().int(),
  income: z.number().int(),
  updatedAt: z.string(),
  publishedAt: z.string().nullable(),
  /** The reviewer's note if it was sent back, else empty. */
  note: z.string(),
});
export const list = cursorPageOf(record);

/** Columns that members may write in. */
export const columns = z.array(z.object({ id: z.string(), columnName: z.string(), access }));

const textLine = (label: string, max: number) =>
  z
    .string({ error: `请提供${label}` })
    .transform((text) => cleanText(text).normalize('NFC').replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(max, { error: `${label}过长，最多 ${max} 个字` }))
    .meta({ title: label });

export const profileInput = fields({
  name: textLine('笔名', 20).refine((name) => !isBlank(name), { error: '请填写笔名' }),
  bio: textLine('简介', 500),
  avatar: picture('头像').nullable(),
  /** The registration number of a securities adviser and their institution; both or neither. */
  qualification: textLine('执业编号', 50),
  institution: textLine('所属机构', 100),
});

/** The author a member writes as; `authorId` is null before the first reference. */
export const profile = z.object({
  authorId: z.string().nullable(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  avatar: z.string().nullable(),
  qualification: z.string(),
  institution: z.string(),
  /** `waiting` until staff verify it; changing number or institution sets it again. */
  qualificationState: z.enum(['none', 'waiting', 'verified', 'refused']),
  qualificationNote: z.string(),
});

export const uploadInput = z.object({
  kind: choice('类型', ['image', 'file', 'avatar'], 'image'),
});
export const importInput = fields({
  url: z
    .url({ protocol: /^https?$/, error: '图片地址应为 http 或 https 的网址' })
    .max(2000, { error: '图片地址过长' })
    .meta({ title: '图片地址' }),
});
/** A file that a writer uploaded; `bytes` is its size, only pictures have dimensions in pixels. */
export const uploaded = z.object({
  url: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});

/** The notes below a published reference, for every reader. */
export const notes = z.object({
  /** The site's risk text if it names securities, else null. */
  riskText: z.string().nullable(),
  disclosure: opened.shape.disclosure,
  /** Null unless staff verified it. */
  qualification: z.object({ number: z.string(), institution: z.string() }).nullable(),
});

/** What a reviewer sees of a reference besides its text. */
export const reviewFacts = z.object({
  securities: z.array(security),
  disclosure: opened.shape.disclosure,
  writer: z.object({
    id: z.string(),
    name: z.string(),
    qualification: z.string(),
    institution: z.string(),
    qualificationState: profile.shape.qualificationState,
  }),
  mode: opened.shape.rules.shape.mode,
  /** Whether the caller may decide it; authors may not decide their own unless the settings allow it. */
  mayDecide: z.boolean(),
});
export const itemQuery = z.object({ id: id('审核编号') });

/** Minimum price in fen: 1 yuan. */
export const minPrice = 100;
export const maxPrice = 99_900_00;

const priceError = '价格应在 1 元到 99900 元之间，精确到分';

/** The content of a reference that its writer may change; `price` is in fen and applies to access `paid` only. */
export const content = postContent
  .pick({
    columnId: true,
    title: true,
    summary: true,
    cover: true,
    vipFree: true,
    tags: true,
    stockCodes: true,
    html: true,
  })
  .extend({
    access,
    price: z
      .number({ error: priceError })
      .int({ error: priceError })
      .min(minPrice, { error: priceError })
      .max(maxPrice, { error: priceError })
      .nullable()
      .meta({ title: '价格' }),
  })
  .meta({ title: '内参内容' });

export const addInput = fields({
  columnId: id('栏目编号').optional(),
  title: postContent.shape.title.optional(),
}).prefault({});

export const saveInput = fields({
  id: id('内参编号'),
  base,
  content,
  isAutosave: z.boolean({ error: '自动保存应为 true 或 false' }).optional().meta({ title: '自动保存' }),
});

/** A reference as its writer's editor opens it: its newest version. */
export const detail = opened.extend({ content });

export const saved = savedVersion.extend({ securities: z.array(security) });
export const preview = pieceDetail;

export const reviewed = reviewedPost.extend(reviewFacts.shape);

export type ReferenceState = z.infer<typeof state>;
export type ReferenceContent = z.infer<typeof content>;
export type ReferenceDetail = z.infer<typeof detail>;
export type ReferenceRecord = z.infer<typeof record>;
export type ReferenceList = z.infer<typeof list>;
export type ReferenceStanding = z.infer<typeof standing>;
export type ReferenceCheck = z.infer<typeof check>;
export type ReferenceColumn = z.infer<typeof columns>[number];
export type Quota = z.infer<typeof quota>;
export type Disclosure = z.infer<typeof disclosure>;
export type Security = z.infer<typeof security>;
export type WriterProfile = z.infer<typeof profile>;
export type SavedReference = z.infer<typeof saved>;
export type ReferenceNotes = z.infer<typeof notes>;
export type ReviewedReference = z.infer<typeof reviewed>;
export type UploadedFile = z.infer<typeof uploaded>;
