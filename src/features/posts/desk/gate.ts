import type { Context, Trx } from '#kernel/context.ts';
import type { Content } from './schema.ts';
import type { Locked } from './versions.ts';

/** A version of a reference that is about to be put before a reviewer. */
export type Submission = {
  id: string;
  authorId: string;
  version: number;
  /** 0 while it was never out. */
  liveVersion: number;
  content: Content;
};

/**
 * What a reference has to pass to be put before a reviewer, in the transaction that puts it there: references, which stand
 * above pieces, say whether it may be and write down what was submitted. It refuses by throwing.
 */
export type Gate = (ctx: Context, trx: Trx, submission: Submission) => Promise<void>;

/** Looks at a piece that has just been locked, and refuses by throwing what is about to be done with it. */
export type Guard = (trx: Trx, post: Locked) => Promise<void>;
