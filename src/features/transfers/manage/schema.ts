import { z } from 'zod';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { parseMoment } from '#shared/dates.ts';

export const transferKind = z.enum(['import', 'export', 'refetch', 'undo', 'backup']);
export const transferState = z.enum(['queued', 'running', 'waiting', 'done', 'failed', 'cancelled']);

export const counts = z.object({
  added: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** Of an import of posts: those added as drafts, which the report names. */
  drafts: z.number().optional(),
  /** Of an import of members: those who were here and got VIP or tags. */
  updated: z.number().optional(),
});

export const transfer = z.object({
  id: z.string(),
  kind: transferKind,
  name: z.string(),
  state: transferState,
  /** Records of an import, tables of an export. */
  done: z.number(),
  /** Null until it is known. */
  total: z.number().nullable(),
  /** Of an import. */
  counts: counts.nullable(),
  /** Size of the file of an export or backup in bytes; null if there is none, or no longer. */
  bytes: z.number().nullable(),
  /** Where a backup is on the server or in its bucket; empty for the others. */
  storedIn: z.string(),
  /** When the command `backup verify` last looked at a backup, and what it found; empty if nothing is wrong. */
  verifiedAt: z.string().nullable(),
  verifyFault: z.string(),
  /** When the download of an export ends. */
  expiresAt: z.string().nullable(),
  withoutPeople: z.boolean(),
  /** An import of members. */
  isOfMembers: z.boolean(),
  /** Pictures of an import that could not be fetched and are not there yet. */
  missingPictures: z.number().int(),
  /** Whether the import added something that is still there. */
  canUndo: z.boolean(),
  /** Why the transfer failed. */
  error: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});

export const transferDetail = transfer.extend({
  /** The first lines about records that were not added, each with file and line. */
  report: z.array(z.string()),
  /** What the file contains, if the import waits or waited for its columns. */
  plan: z
    .object({
      posts: z.number().int(),
      pages: z.number().int(),
      comments: z.number().int(),
      uncategorised: z.number().int(),
      /** `posts` counts those of the categories below, too; `parent` is the name of the category above. */
      categories: z.array(
        z.object({ name: z.string(), posts: z.number().int(), parent: z.string().optional() }),
      ),
    })
    .nullable(),
});

/** A picture that an import could not fetch, with its post or page. */
export const missingPicture = z.object({
  id: z.string(),
  src: z.string(),
  reason: z.string(),
  isCover: z.boolean(),
  target: z.object({ kind: z.enum(['post', 'page']), id: z.string(), title: z.string() }),
});
export const picturePage = cursorPageOf(missingPicture);

export const transferPage = cursorPageOf(transfer);

export const listQuery = z.object({ cursor: optionalId('游标'), size });
export const idQuery = z.object({ id: id('任务编号') });
export const picturesQuery = listQuery.extend({ id: id('任务编号') });

export const refetchInput = z.object({
  id: id('任务编号'),
  /** For pictures that are named by their path alone, as Ghost does. */
  site: z
    .url({ protocol: /^https?$/, error: '原站网址不正确，应以 https:// 或 http:// 开头' })
    .max(200, { error: '原站网址过长，最多 200 个字' })
    .optional()
    .meta({ title: '原站网址' }),
});

const encodings = ['auto', 'utf-8', 'gb18030', 'big5', 'utf-16le'] as const;
const fields = ['title', 'body', 'summary', 'author', 'publishedAt', 'tags', 'stockCodes', 'externalId'];

/** Maps fields to column headings, as JSON, since a multipart form holds only text. */
const mapping = z
  .string({ error: '字段对应只能填一个' })
  .max(2000, { error: '字段对应过长' })
  .transform((text, check): Record<string, string> => {
    const wrong = () => {
      check.addIssue({
        code: 'custom',
        message: `字段对应应为 JSON 对象，如 {"title":"新闻题目"}，可用字段：${fields.join('、')}`,
      });
      return z.NEVER;
    };
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return wrong();
    }
    const result = z.partialRecord(z.enum(fields), z.string().min(1).max(100)).safeParse(json);
    return result.success ? (result.data as Record<string, string>) : wrong();
  })
  .optional()
  .meta({ title: '字段对应' });

export const importInput = z.object({
  columnId: z
    .string({ error: '栏目只能填一个' })
    .regex(/^(?:\d{1,18})?$/, { error: '栏目不正确，应为数字编号' })
    .transform((text) => text || undefined)
    .optional()
    .meta({ title: '栏目' }),
  encoding: z
    .enum(encodings, { error: `编码不正确，可用：自动、${encodings.slice(1).join('、').toUpperCase()}` })
    .default('auto')
    .meta({ title: '编码' }),
  isReviewed: z
    .enum(['true', 'false'], { error: '先核对栏目应为 true 或 false' })
    .transform((value) => value === 'true')
    .optional()
    .meta({ title: '先核对栏目' }),
  mapping,
});

export const memberImportInput = z.object({
  /** For those who pay in Ghost, or have a complimentary plan there: the last day of their VIP. */
  vipUntil: z
    .string({ error: 'VIP 到期只能填一个' })
    .transform((text, check) => {
      if (text === '') return null;
      const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseMoment(text) : null;
      if (day) return day.last;
      check.addIssue({ code: 'custom', message: 'VIP 到期不正确，应为 2027-06-30 这样的日期' });
      return z.NEVER;
    })
    .optional()
    .meta({ title: 'VIP 到期' }),
});

/** The column of each category; `newColumn` is the name of one to create. A category without an entry gets the default. */
export const startInput = z.object({
  id: id('任务编号'),
  columnId: id('栏目编号'),
  categories: z
    .array(
      z.object({
        name: z.string({ error: '分类应为文字' }).max(200, { error: '分类过长' }).meta({ title: '分类' }),
        columnId: id('栏目编号').optional(),
        newColumn: z
          .string({ error: '新栏目应为文字' })
          .trim()
          .min(1, { error: '请填写新栏目的名字' })
          .max(20, { error: '新栏目最多 20 个字' })
          .optional()
          .meta({ title: '新栏目' }),
      }),
      { error: '分类应为列表' },
    )
    .max(500, { error: '分类最多 500 个' })
    .meta({ title: '分类' }),
});

export const exportInput = z.object({
  withoutPeople: z.boolean({ error: '不含会员应为 true 或 false' }).meta({ title: '不含会员' }),
});

export type Transfer = z.infer<typeof transfer>;
export type MissingPicture = z.infer<typeof missingPicture>;
export type TransferDetail = z.infer<typeof transferDetail>;
