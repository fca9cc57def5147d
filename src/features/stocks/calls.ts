import type { z } from 'zod';
import type * as schema from './schema.ts';

export type Stock = z.infer<typeof schema.stocks>[number];

/** What crosses the wire about stocks. */
export type StockCalls = {
  'GET /reception/stocks': { query: z.input<typeof schema.stocksQuery>; data: Stock[] };
};
