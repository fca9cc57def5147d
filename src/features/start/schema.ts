import { z } from 'zod';
import { oneOf } from '#kernel/http/bodies.ts';

/** The steps from an empty site to a piece that was read, in their order. */
export const stepNames = ['name', 'columns', 'write', 'publish', 'read'] as const;

export const start = z.object({
  /** Null once it is done, was put away, or is nobody's who asks. */
  guide: z
    .object({
      steps: z.array(z.object({ step: z.enum(stepNames), isDone: z.boolean() })),
      /** The newest published piece, to be seen as a reader sees it. */
      published: z.object({ id: z.string(), address: z.string(), title: z.string() }).nullable(),
      /** The newest draft, to be gone on with. */
      draftId: z.string().nullable(),
    })
    .nullable(),
  /** Drafts the caller saved last, newest first. */
  drafts: z.array(z.object({ id: z.string(), title: z.string(), updatedAt: z.string() })),
  /** Pieces that come out by themselves, the next first. */
  scheduled: z.array(z.object({ id: z.string(), title: z.string(), publishedAt: z.string() })),
  /** What waits for a reviewer, at most a hundred counted; null for who may not decide. */
  waiting: z.number().nullable(),
});

export const stepInput = z.object({
  step: oneOf('step', '步骤', ['columns', 'read', 'dismissed']),
});

export type Start = z.infer<typeof start>;
export type StepName = (typeof stepNames)[number];
