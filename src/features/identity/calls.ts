import type { z } from 'zod';
import type * as schema from './schema.ts';

export type Profile = z.infer<typeof schema.profile>;
export type TokenAnswer = z.infer<typeof schema.tokenAnswer>;

/** What crosses the wire about who somebody is. The token call answers without the envelope. */
export type IdentityCalls = {
  'POST /blade-auth/oauth/token': { query: z.input<typeof schema.tokenFields>; data: TokenAnswer };
  'GET /blade-auth/oauth/logout': { data: boolean };
  'GET /reception/isLogin': { data: boolean };
  'GET /member/profile': { data: Profile };
};
