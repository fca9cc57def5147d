import { z } from 'zod';
import { fields, idOf } from '#kernel/http/bodies.ts';
import { optionalId, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';

export const engineNames = ['baidu', 'indexnow'] as const;
export const engine = z.enum(engineNames);

export const pushQuery = z.object({ cursor: optionalId('游标'), size });
export const pushId = fields({ id: idOf('推送编号') });

/** One push: how many addresses, the first of them, and what the engine answered. */
export const push = z.object({
  id: z.string(),
  engine,
  count: z.number().int(),
  address: z.string(),
  isTaken: z.boolean(),
  answer: z.string(),
  pushedAt: z.string(),
});
export const pushPage = cursorPageOf(push);

/** `waiting` counts up to 10,000; `retryAt` is when the engine is pushed to again after a failure or its quota's end. */
export const states = z.array(
  z.object({
    engine,
    isOn: z.boolean(),
    waiting: z.number().int(),
    retryAt: z.string().nullable(),
    remaining: z.number().int().nullable(),
  }),
);

export type Engine = z.infer<typeof engine>;
export type Push = z.infer<typeof push>;
