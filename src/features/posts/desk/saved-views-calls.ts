import type { z } from 'zod';
import type * as schema from './saved-views-schema.ts';

export type SavedView = z.infer<typeof schema.savedView>;

/** What crosses the wire about the views of the list that a person has saved. */
export type SavedViewCalls = {
  'GET /admin/savedView/list': { data: SavedView[] };
  'POST /admin/savedView/save': { body: z.input<typeof schema.saveViewInput>; data: SavedView };
  'POST /admin/savedView/delete': { body: { id: string }; data: boolean };
};
