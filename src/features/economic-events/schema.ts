import { z } from 'zod';
import { fields, idOf } from '#kernel/http/bodies.ts';
import { optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

/** An event of the economic calendar: a figure to be published. Figures are texts with their units; empty if unknown. */
const event = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  title: z.string(),
  region: z.string(),
  /** 1 to 3, the highest. */
  importance: z.number().int(),
  previous: z.string(),
  forecast: z.string(),
  actual: z.string(),
});
export const events = z.array(event);
export const eventsQuery = z.object({ cursor: optionalId('游标'), size });
export const eventPage = cursorPageOf(event);

export const importReport = z.object({
  /** New or changed. */
  added: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  /** The first rejected rows by line of the file, starting at 1. */
  faults: z.array(z.object({ line: z.number().int(), reason: z.string() })),
});
export const pulled = z.object({ isOk: z.boolean(), message: z.string() });

export const deleteInput = fields({
  ids: z
    .array(idOf('事件编号'), { error: '事件编号应为编号的列表' })
    .min(1, { error: '请选择事件' })
    .max(100, { error: '事件编号一次最多 100 个' })
    .meta({ title: '事件编号' }),
});
/** Number of deleted events. */
export const deleted = z.number().int();

export type EconomicEvent = z.infer<typeof event>;
export type EventImportReport = z.infer<typeof importReport>;
