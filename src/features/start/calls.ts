import type { z } from 'zod';
import type * as schema from './schema.ts';

export type Start = z.infer<typeof schema.start>;
export type StepName = (typeof schema.stepNames)[number];

/** What crosses the wire for the first screen of the back office. */
export type StartCalls = {
  'GET /admin/start': { data: Start };
  'POST /admin/start/step': { body: z.input<typeof schema.stepInput>; data: boolean };
};
