import type { z } from 'zod';
import type * as schema from './schema.ts';

export type * from './agreements/calls.ts';
export type * from './desk/calls.ts';

export type Agreement = z.infer<typeof schema.agreement>;

/** What crosses the wire about the portal's own texts. */
export type SettingsCalls = {
  'GET /reception/getAgreement': { query: { kind?: 'agreement' | 'privacy' }; data: Agreement };
};
