import { z } from 'zod';

/** The caller's private feed address; null without one. The address itself is not stored. */
export const feedAddress = z
  .object({
    createdAt: z.string(),
    /** At most ten minutes old; null until a feed reader has fetched it. */
    lastReadAt: z.string().nullable(),
  })
  .nullable();
/** The token is returned only this once. */
export const createdFeedAddress = z.object({ token: z.string(), createdAt: z.string() });

export type FeedAddress = z.infer<typeof feedAddress>;
