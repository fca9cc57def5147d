import type { z } from 'zod';
import type * as schema from './schema.ts';

export type DeskComment = z.infer<typeof schema.deskComment>;
export type CommentShelf = z.output<typeof schema.deskQuery>['shelf'];
export type BatchOutcome = z.infer<typeof schema.outcome>;
export type Mute = z.infer<typeof schema.mutes>[number];

/** What crosses the wire about comments at the desk. */
export type CommentDeskCalls = {
  'GET /admin/comment/list': {
    query: z.input<typeof schema.deskQuery>;
    data: z.infer<typeof schema.deskPage>;
  };
  'GET /admin/comment/counts': { data: z.infer<typeof schema.deskCounts> };
  'POST /admin/comment/show': { body: { ids: string[] }; data: BatchOutcome };
  'POST /admin/comment/hide': { body: { ids: string[]; reason: string }; data: BatchOutcome };
  'POST /admin/comment/delete': { body: { ids: string[]; reason: string }; data: BatchOutcome };
  'POST /admin/comment/settle': { body: { ids: string[] }; data: BatchOutcome };
  'GET /admin/comment/mutes': { data: Mute[] };
  'POST /admin/comment/mute': {
    body: { memberId: string; hours: number; reason: string };
    data: { until: string };
  };
  'POST /admin/comment/unmute': { body: { memberId: string }; data: boolean };
};
