import type { z } from 'zod';
import type { Content, PostDetail, ReviewedPost } from '#features/posts/calls.ts';
import type * as schema from './schema.ts';

export type ReferenceState = z.infer<typeof schema.state>;
/** All a writer may change of a reference; `price` is fen and counts with access `paid` alone. */
export type ReferenceContent = Pick<
  Content,
  'columnId' | 'title' | 'summary' | 'cover' | 'vipFree' | 'tags' | 'stockCodes' | 'html' | 'price'
> & { access: z.infer<typeof schema.access> };
export type ReferenceDetail = z.infer<typeof schema.opened> & { content: ReferenceContent };
export type ReferenceRecord = z.infer<typeof schema.record>;
export type ReferenceList = z.infer<typeof schema.list>;
export type ReferenceStanding = z.infer<typeof schema.standing>;
export type ReferenceCheck = z.infer<typeof schema.check>;
export type ReferenceColumn = z.infer<typeof schema.columns>[number];
export type Fullness = z.infer<typeof schema.fullness>;
export type Disclosure = z.infer<typeof schema.disclosure>;
export type Security = z.infer<typeof schema.security>;
export type WriterProfile = z.infer<typeof schema.profile>;
export type SavedReference = { version: number; savedAt: string; securities: Security[] };
export type ReferenceNotes = z.infer<typeof schema.notes>;
export type ReviewedReference = ReviewedPost & z.infer<typeof schema.reviewFacts>;
export type UploadedFile = z.infer<typeof schema.uploaded>;

type Listing = {
  shelf?: 'article' | 'draft' | undefined;
  state?: ReferenceState | undefined;
  cursor?: string | undefined;
  size?: number | string | undefined;
};

/** What everybody reads of a reference beside its text, and what reviewers ask. */
export type ReferenceNoteCalls = {
  'GET /reception/reference/notes': { query: { id: string }; data: ReferenceNotes };
};
export type ReferenceDeskCalls = {
  /** By the item of the review queue. */
  'GET /admin/reference/reviewed': { query: { id: string }; data: ReviewedReference };
  /** JSON lines, not an envelope. */
  'GET /admin/reference/evidence': { query: { id: string }; data: unknown };
};

/** What a member asks about the references they write themselves; another's answers 404 everywhere. */
export type ReferenceCalls = {
  'GET /internalReference/isFull': { data: Fullness };
  'POST /internalReference/add': { body: { columnId?: string; title?: string }; data: { id: string } };
  'POST /internalReference/save': {
    body: { id: string; base: number; content: ReferenceContent; isAutosave?: boolean };
    data: SavedReference;
  };
  'GET /internalReference/detail': { query: { id: string }; data: ReferenceDetail };
  'GET /internalReference/check': { query: { id: string }; data: ReferenceCheck };
  'POST /internalReference/submit': { body: z.input<typeof schema.submitInput>; data: ReferenceStanding };
  'POST /internalReference/cancelReview': { body: { id: string }; data: ReferenceStanding };
  'POST /internalReference/withdraw': { body: { id: string }; data: ReferenceStanding };
  'POST /internalReference/delete': { body: { id: string }; data: boolean };
  'GET /internalReference/preview': {
    query: { id: string; as?: 'visitor' | 'member' | 'vip' | 'buyer' | undefined };
    data: PostDetail;
  };
  'GET /internalReference/list': { query: Listing; data: ReferenceList };
  'GET /internalReference/columns': { data: ReferenceColumn[] };
  'GET /internalReference/profile': { data: WriterProfile };
  'POST /internalReference/profile': { body: z.input<typeof schema.profileInput>; data: WriterProfile };
  /** A form: the field `file`, and `kind`: image (10 MB), file (50 MB) or avatar (10 MB). */
  'POST /internalReference/upload': { body: FormData; data: UploadedFile };
  /** Brings a picture of another site here, as those of a pasted article are. */
  'POST /internalReference/bring': { body: { url: string }; data: UploadedFile };
};
