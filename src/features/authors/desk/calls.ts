import type { z } from 'zod';
import type * as schema from './schema.ts';

export type AuthorRecord = z.infer<typeof schema.authorRecord>;
export type AuthorFields = z.input<typeof schema.authorInput>;

/** What crosses the wire between the desk and authors. */
export type AuthorDeskCalls = {
  'GET /admin/author/list': {
    query: z.input<typeof schema.authorListQuery>;
    data: z.infer<typeof schema.authorList>;
  };
  'POST /admin/author/create': { body: AuthorFields; data: { id: string } };
  'POST /admin/author/save': { body: z.input<typeof schema.authorChange>; data: boolean };
  'POST /admin/author/merge': { body: z.input<typeof schema.authorMerging>; data: boolean };
  'POST /admin/author/decideQualification': {
    body: z.input<typeof schema.qualificationDecision>;
    data: boolean;
  };
  'POST /admin/author/delete': { body: { id: string }; data: boolean };
};
