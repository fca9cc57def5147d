import type { z } from 'zod';
import type * as schema from './talk-schema.ts';

type Talk = z.infer<typeof schema.talk>;

/** What crosses the wire about whether readers may comment on a piece. */
export type TalkCalls = {
  'GET /admin/post/talk': { query: { id: string }; data: Talk };
  'POST /admin/post/closeComments': { body: { id: string; isClosed: boolean }; data: Talk };
};
