import type { Context, Trx } from '#kernel/context.ts';
import type { Content } from './schema.ts';
import type { LockedPost } from './versions.ts';

/** A version of a reference that is being submitted for review. */
export type Submission = {
  id: string;
  authorId: string;
  version: number;
  /** 0 if the reference was never published. */
  liveVersion: number;
  content: Content;
};

/**
 * Checks whether a reference may be submitted for review and records what was submitted, in the transaction that
 * submits it. The references feature provides it, because it ranks above posts. It throws to refuse.
 */
export type Gate = (ctx: Context, trx: Trx, submission: Submission) => Promise<void>;

declare module '#kernel/feature.ts' {
  interface Extensions {
    gateReferences: Gate;
  }
}

/** Checks a post that was just locked; throws to refuse the pending change. */
export type Guard = (trx: Trx, post: LockedPost) => Promise<void>;
