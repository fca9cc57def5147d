import type { z } from 'zod';
import type * as schema from './schema.ts';

export type { BatchOutcome, CommentDeskCalls, CommentShelf, DeskComment, Mute } from './desk/calls.ts';

export type Comment = z.infer<typeof schema.comment>;
export type Thread = z.infer<typeof schema.thread>;
export type CommentPage = z.infer<typeof schema.commentPage>;
export type CommentStanding = z.infer<typeof schema.standing>;
export type Mentionable = z.infer<typeof schema.mentionable>[number];
export type ReportReason = (typeof schema.reportReasons)[number];

/** What crosses the wire about comments. */
export type CommentCalls = {
  'GET /reception/comment/list': { query: z.input<typeof schema.listQuery>; data: CommentPage };
  'GET /reception/comment/replies': {
    query: z.input<typeof schema.repliesQuery>;
    data: z.infer<typeof schema.replyPage>;
  };
  /** The thread a comment stands in, with that comment; for links that lead to one. */
  'GET /reception/comment/thread': { query: { id: string }; data: Thread };
  'GET /member/mentionable': { query: z.input<typeof schema.mentionQuery>; data: Mentionable[] };
  'POST /member/addComment': { body: z.input<typeof schema.addInput>; data: { comment: Comment } };
  'POST /member/deleteComment': { body: { id: string }; data: boolean };
  'POST /member/likeComment': { body: { id: string }; data: { likes: number } };
  'POST /member/unlikeComment': { body: { id: string }; data: { likes: number } };
  'POST /member/reportComment': { body: z.input<typeof schema.reportInput>; data: boolean };
};
