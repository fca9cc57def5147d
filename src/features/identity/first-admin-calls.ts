import type { z } from 'zod';
import type * as schema from './first-admin-schema.ts';

/** What crosses the wire before the portal has anybody to run it. */
export type SetupCalls = {
  'GET /reception/setup': { data: z.infer<typeof schema.setupState> };
  'POST /reception/setup': { body: z.input<typeof schema.setupInput>; data: boolean };
};
