import { z } from 'zod';
import { pieceContent, pieceDetail, reviewedPiece, savedVersion } from '#features/posts/index.ts';
import { fields, picture } from '#kernel/http/bodies.ts';
import { choice, id, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { cleanText, isBlank } from '#shared/clean-text.ts';

/** Where a reference stands for its writer; of one that is out what becomes of its newer version is `revision`. */
export const states = ['draft', 'reviewing', 'changes', 'rejected', 'published', 'withdrawn'] as const;
export const state = z.enum(states);
const revision = z.enum(['reviewing', 'changes', 'rejected']).nullable();

const accessError = '权限（access）不正确，可用：public（公开）、member（会员）、vip（VIP）、paid（付费）';

export const access = z.enum(['public', 'member', 'vip', 'paid'], { error: accessError });

const used = z.object({ used: z.number().int(), limit: z.number().int() });
/** May one more be added now? `reason` says in Chinese why not and what to do, null while one may. */
export const fullness = z.object({
  full: z.boolean(),
  reason: z.string().nullable(),
  draft: used,
  review: used,
  today: used,
});

export const idInput = fields({ id: id('id', '内参编号') });
export const idQuery = z.object({ id: id('id', '内参编号') });

export const base = z
  .number({ error: '版本号（base）应为整数' })
  .int({ error: '版本号（base）应为整数' })
  .min(0, { error: '版本号（base）应为整数' });
/** Whether the writer holds what the text names; `other` needs words. Shown to readers. */
export const disclosure = z.object(
  {
    holding: z.enum(['none', 'holds', 'other'], {
      error: '持仓披露（holding）不正确，可用：none（不持有）、holds（持有）、other（另作说明）',
    }),
    note: z
      .string({ error: '披露说明（note）应为文字' })
      .transform((text) => cleanText(text).trim())
      .pipe(z.string().max(300, { error: '披露说明（note）过长，最多 300 个字' }))
      .default(''),
  },
  { error: '请填写持仓披露（disclosure）' },
);
export const submitInput = fields({
  id: id('id', '内参编号'),
  base,
  disclosure: disclosure.nullable().default(null),
});

export const security = z.object({ code: z.string(), name: z.string() });
const word = z.object({ found: z.string(), label: z.string() });

/** What a submission would meet: `refusal` is why it would be refused as it stands now, null while it would not. */
export const check = z.object({
  securities: z.array(security),
  words: z.array(word),
  refusal: z.string().nullable(),
});

const review = z.object({
  state: z.enum(['pending', 'changes', 'rejected']),
  version: z.number().int(),
  note: z.string(),
  submittedAt: z.string(),
  decidedAt: z.string().nullable(),
});

/** A reference as its writer's editor opens it, without what is written. */
export const opened = z.object({
  id: z.string(),
  state,
  revision,
  version: z.number().int(),
  /** 0 while it was never out. */
  liveVersion: z.number().int(),
  publishedAt: z.string().nullable(),
  updatedAt: z.string(),
  review: review.nullable(),
  /** Named by title, summary and body of this version. */
  securities: z.array(security),
  /** What was answered at the last submission. */
  disclosure: z.object({ holding: z.enum(['none', 'holds', 'other']), note: z.string() }).nullable(),
  /** What holds at this site; `riskText` stands below what names securities. */
  rules: z.object({ mode: z.enum(['forbid', 'review', 'licensed']), riskText: z.string() }),
});

/** Where it stands now. */
export const standing = z.object({ state, revision });

export const previewQuery = z.object({
  id: id('id', '内参编号'),
  as: choice('as', '读者', ['visitor', 'member', 'vip', 'buyer'], 'visitor'),
});

export const listQuery = z.object({
  shelf: choice('shelf', '分类', ['article', 'draft'], 'article'),
  state: z.enum(states, { error: `状态（state）不正确，可用：${states.join('、')}` }).optional(),
  cursor: id('cursor', '游标').optional(),
  size,
});

/** A reference as its writer's shelves show it. Money is fen; `income` what the writer was booked of it so far. */
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
  /** What the reviewer wrote when it was sent back, else empty. */
  note: z.string(),
});
export const list = cursorPageOf(record);

/** Columns one may write in. */
export const columns = z.array(z.object({ id: z.string(), columnName: z.string(), access: access }));

const line = (name: string, label: string, most: number) =>
  z
    .string({ error: `请提供${label}（${name}）` })
    .transform((text) => cleanText(text).normalize('NFC').replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` }));

export const profileInput = fields({
  name: line('name', '笔名', 20).refine((name) => !isBlank(name), { error: '请填写笔名（name）' }),
  bio: line('bio', '简介', 500),
  avatar: picture('avatar', '头像').nullable(),
  /** The number of a securities adviser's registration, and where they work; both or neither. */
  qualification: line('qualification', '执业编号', 50),
  institution: line('institution', '所属机构', 100),
});

/** The author a member writes as; `authorId` null before the first reference. */
export const profile = z.object({
  authorId: z.string().nullable(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  avatar: z.string().nullable(),
  qualification: z.string(),
  institution: z.string(),
  /** `waiting` for staff to look; changing number or institution waits anew. */
  qualificationState: z.enum(['none', 'waiting', 'verified', 'refused']),
  qualificationNote: z.string(),
});

export const uploadInput = z.object({
  kind: choice('kind', '类型', ['image', 'file', 'avatar'], 'image'),
});
export const bringInput = fields({
  url: z
    .url({ protocol: /^https?$/, error: '图片地址（url）应为 http 或 https 的网址' })
    .max(2000, { error: '图片地址（url）过长' }),
});
/** A file a writer put in; `bytes` its size, pixels are known of pictures. */
export const uploaded = z.object({
  url: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});

/** What stands below a published reference for every reader. */
export const notes = z.object({
  /** The site's risk text where it names securities, else null. */
  riskText: z.string().nullable(),
  disclosure: opened.shape.disclosure,
  /** Verified by staff, else null. */
  qualification: z.object({ number: z.string(), institution: z.string() }).nullable(),
});

/** What a reviewer looks at of a reference beside its text. */
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
  /** Whether the caller may decide it: nobody's own, unless the settings say so. */
  mayDecide: z.boolean(),
});
export const itemQuery = z.object({ id: id('id', '审核编号') });

/** Fen: what anybody pays for a text, from one yuan. */
export const leastPrice = 100;
export const mostPrice = 99_900_00;

const priceError = '价格（price）应在 1 元到 99900 元之间，精确到分';

/** All a writer may change of a reference; `price` is fen and counts with access `paid` alone. */
export const content = pieceContent
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
      .min(leastPrice, { error: priceError })
      .max(mostPrice, { error: priceError })
      .nullable(),
  });

export const addInput = fields({
  columnId: id('columnId', '栏目编号').optional(),
  title: pieceContent.shape.title.optional(),
}).prefault({});

export const saveInput = fields({
  id: id('id', '内参编号'),
  base,
  content,
  isAutosave: z.boolean({ error: '自动保存（isAutosave）应为 true 或 false' }).optional(),
});

/** A reference as its writer's editor opens it: its newest version. */
export const detail = opened.extend({ content });

export const saved = savedVersion.extend({ securities: z.array(security) });
export const preview = pieceDetail;

/** What a reviewer looks at of a reference. */
export const reviewed = reviewedPiece.extend(reviewFacts.shape);

export type ReferenceState = z.infer<typeof state>;
export type ReferenceContent = z.infer<typeof content>;
export type ReferenceDetail = z.infer<typeof detail>;
export type ReferenceRecord = z.infer<typeof record>;
export type ReferenceList = z.infer<typeof list>;
export type ReferenceStanding = z.infer<typeof standing>;
export type ReferenceCheck = z.infer<typeof check>;
export type ReferenceColumn = z.infer<typeof columns>[number];
export type Fullness = z.infer<typeof fullness>;
export type Disclosure = z.infer<typeof disclosure>;
export type Security = z.infer<typeof security>;
export type WriterProfile = z.infer<typeof profile>;
export type SavedReference = z.infer<typeof saved>;
export type ReferenceNotes = z.infer<typeof notes>;
export type ReviewedReference = z.infer<typeof reviewed>;
export type UploadedFile = z.infer<typeof uploaded>;
