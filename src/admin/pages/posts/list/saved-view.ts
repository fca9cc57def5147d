import type { ApiCalls } from '#features/calls.ts';

/** A view of the list of posts under a name. */
export type SavedView = ApiCalls['GET /admin/savedView/list']['data'][number];
