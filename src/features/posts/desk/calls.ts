import type { z } from 'zod';
import type { WordHit } from '#features/moderation/calls.ts';
import type * as schema from './schema.ts';

export type Content = z.output<typeof schema.content>;
export type DeskRecord = z.infer<typeof schema.deskRecord>;
export type DeskPost = z.infer<typeof schema.deskPost>;
export type VersionRecord = z.infer<typeof schema.versionRecord>;
export type Saved = z.infer<typeof schema.saved>;
export type Published = z.infer<typeof schema.published>;
export type ReviewedPost = z.infer<typeof schema.reviewedPost>;
export type ReviewStanding = NonNullable<DeskPost['review']>;

/** What crosses the wire between the editorial desk and its pieces. */
export type DeskCalls = {
  'GET /admin/post/list': { query: z.input<typeof schema.deskQuery>; data: z.infer<typeof schema.deskPage> };
  'GET /admin/post/detail': { query: { id: string }; data: DeskPost };
  'POST /admin/post/create': { body: z.input<typeof schema.createInput>; data: { id: string } };
  'POST /admin/post/save': { body: z.input<typeof schema.saveInput>; data: Saved };
  'POST /admin/post/publish': { body: z.input<typeof schema.publishInput>; data: Published };
  'POST /admin/post/check': { body: { id: string }; data: WordHit[] };
  'POST /admin/post/submit': { body: z.input<typeof schema.submitInput>; data: Published };
  'POST /admin/post/cancelReview': { body: { id: string }; data: boolean };
  'GET /admin/post/reviewed': { query: { id: string }; data: ReviewedPost };
  'POST /admin/post/withdraw': { body: { id: string }; data: boolean };
  'POST /admin/post/delete': { body: { id: string }; data: boolean };
  'POST /admin/post/restore': { body: z.input<typeof schema.restoreInput>; data: Saved };
  'POST /admin/post/open': { body: { id: string }; data: { openedBy: { id: string; name: string } | null } };
  'POST /admin/post/close': { body: { id: string }; data: boolean };
  'GET /admin/post/versions': { query: { id: string }; data: VersionRecord[] };
  'GET /admin/post/version': { query: { id: string; number: string }; data: Content };
  'GET /admin/post/preview': {
    query: z.input<typeof schema.previewQuery>;
    data: z.infer<typeof schema.preview>;
  };
  'GET /admin/post/authors': {
    query: z.input<typeof schema.authorsQuery>;
    data: z.infer<typeof schema.authors>;
  };
};
