import type { z } from 'zod';
import type * as schema from './schema.ts';

export type AgreementVersion = z.infer<typeof schema.versionRecord>;
export type AgreementDetail = z.infer<typeof schema.versionDetail>;

/** What crosses the wire about the texts that people agree to, at the desk. */
export type AgreementDeskCalls = {
  'GET /admin/agreement/list': { query: z.input<typeof schema.versionsQuery>; data: AgreementVersion[] };
  'GET /admin/agreement/detail': { query: { id: string }; data: AgreementDetail };
  'POST /admin/agreement/create': { body: z.input<typeof schema.createVersion>; data: AgreementDetail };
  'POST /admin/agreement/save': { body: z.input<typeof schema.saveVersion>; data: AgreementDetail };
  'POST /admin/agreement/delete': { body: { id: string }; data: boolean };
};
