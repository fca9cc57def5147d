import { z } from 'zod';
import { id, optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

export const transferKind = z.enum(['import', 'export']);
export const transferState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const counts = z.object({
  added: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  failed: z.number(),
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
  /** Bytes of an export's file, null when there is none (any more). */
  bytes: z.number().nullable(),
  /** Until when an export can be downloaded. */
  expiresAt: z.string().nullable(),
  withoutPeople: z.boolean(),
  /** Why it failed. */
  error: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});

export const transferDetail = transfer.extend({
  /** The first lines about records that were not added, each with its file and line. */
  report: z.array(z.string()),
});

export const transferPage = cursorPageOf(transfer);

export const listQuery = z.object({ cursor: optionalId('cursor', '游标'), size });
export const idQuery = z.object({ id: id('id', '任务编号') });

const encodings = ['auto', 'utf-8', 'gb18030', 'big5', 'utf-16le'] as const;
const fields = ['title', 'body', 'summary', 'author', 'publishedAt', 'tags', 'stockCodes', 'externalId'];

/** Our field → the header's name, as JSON: a form holds texts only. */
const mapping = z
  .string({ error: '字段对应（mapping）只能填一个' })
  .max(2000, { error: '字段对应（mapping）过长' })
  .transform((text, check): Record<string, string> => {
    const wrong = () => {
      check.addIssue({
        code: 'custom',
        message: `字段对应（mapping）应为 JSON 对象，如 {"title":"新闻题目"}，可用字段：${fields.join('、')}`,
      });
      return z.NEVER;
    };
    let said: unknown;
    try {
      said = JSON.parse(text);
    } catch {
      return wrong();
    }
    const read = z.partialRecord(z.enum(fields), z.string().min(1).max(100)).safeParse(said);
    return read.success ? (read.data as Record<string, string>) : wrong();
  })
  .optional();

export const importInput = z.object({
  columnId: z
    .string({ error: '栏目（columnId）只能填一个' })
    .regex(/^(?:\d{1,18})?$/, { error: '栏目（columnId）不正确，应为数字编号' })
    .transform((text) => text || undefined)
    .optional(),
  encoding: z
    .enum(encodings, { error: `编码（encoding）不正确，可用：${encodings.join('、')}` })
    .default('auto'),
  mapping,
});

export const exportInput = z.object({
  withoutPeople: z.boolean({ error: '不含会员（withoutPeople）应为 true 或 false' }),
});

export type Transfer = z.infer<typeof transfer>;
export type TransferDetail = z.infer<typeof transferDetail>;
