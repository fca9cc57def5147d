import type { z } from 'zod';
import type * as schema from './first-admin-schema.ts';

/** What crosses the wire before the portal has anybody to run it. */
export type SetupCalls = {
  'GET /admin/setup': { data: z.infer<typeof schema.setupState> };
  'POST /admin/setup': { body: z.input<typeof schema.setupInput>; data: boolean };
};
