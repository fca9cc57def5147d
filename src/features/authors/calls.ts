import type { z } from 'zod';
import type * as schema from './schema.ts';

export type { AuthorDeskCalls, AuthorRecord } from './desk/calls.ts';

export type AuthorPage = z.infer<typeof schema.authorPage>;

/** What crosses the wire about authors. */
export type AuthorCalls = {
  'GET /reception/author': { query: { id: string }; data: AuthorPage };
};
