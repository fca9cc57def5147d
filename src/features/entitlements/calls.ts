import type { z } from 'zod';
import type * as schema from './schema.ts';

export type GrantRecord = z.infer<typeof schema.grantList>[number];

/** What crosses the wire between the people desk and what members were given to read. */
export type EntitlementCalls = {
  'GET /admin/member/grants': { query: { id: string }; data: GrantRecord[] };
  'POST /admin/member/giveVip': {
    body: z.input<typeof schema.vipGift>;
    data: z.infer<typeof schema.vipAnswer>;
  };
  'POST /admin/member/endVip': {
    body: z.input<typeof schema.vipEnding>;
    data: z.infer<typeof schema.vipAnswer>;
  };
};
