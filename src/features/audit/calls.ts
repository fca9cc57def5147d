import type { z } from 'zod';
import type * as schema from './schema.ts';

export type AuditEntry = z.infer<typeof schema.auditEntry>;

/** What crosses the wire about what staff did. */
export type AuditCalls = {
  'GET /admin/audit/list': {
    query: z.input<typeof schema.auditQuery>;
    data: z.infer<typeof schema.auditPage>;
  };
};
