import type { z } from 'zod';
import type * as schema from './schema.ts';

export type Advert = z.infer<typeof schema.adList>[number];

/** What crosses the wire about the front page. */
export type FrontpageCalls = {
  'POST /reception/getAdList': { query: { adPosid: string }; data: Advert[] };
};
