import type { z } from 'zod';
import type * as schema from './schema.ts';

export type MarketKind = (typeof schema.kinds)[number];
export type ImportReport = z.infer<typeof schema.importReport>;
export type MarketHealth = z.infer<typeof schema.health>;
export type PullTry = z.infer<typeof schema.pullTry>;
export type PullNow = z.infer<typeof schema.pullNow>;
export type MarketRules = z.infer<typeof schema.rules>;
export type MarketInstrument = z.infer<typeof schema.instrumentPage>['records'][number];

/** What crosses the wire about the contest's market data at the desk. */
export type MarketCalls = {
  /** A form with one file, `file`, and its kind. */
  'POST /admin/contest/market/import': { body: FormData; data: ImportReport };
  'GET /admin/contest/market/health': { data: MarketHealth };
  'POST /admin/contest/market/tryPull': { body: z.input<typeof schema.tryPullInput>; data: PullTry };
  /** Asks the source that is set, now, and writes what it answers. */
  'POST /admin/contest/market/pull': { data: PullNow };
  'GET /admin/contest/market/rules': { data: MarketRules };
  'POST /admin/contest/market/addRule': { body: z.input<typeof schema.addRuleInput>; data: boolean };
  'POST /admin/contest/market/addFee': { body: z.input<typeof schema.addFeeInput>; data: boolean };
  'POST /admin/contest/market/addSessions': { body: z.input<typeof schema.addSessionsInput>; data: boolean };
  'GET /admin/contest/market/instruments': {
    query: z.input<typeof schema.instrumentsQuery>;
    data: z.infer<typeof schema.instrumentPage>;
  };
};
