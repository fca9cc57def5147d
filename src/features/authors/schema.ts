import { z } from 'zod';
import { id } from '#kernel/http/inputs.ts';

export const authorQuery = z.object({ id: id('id', '作者编号') });

/** An author as their own page shows them. */
export const authorPage = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  avatar: z.string().nullable(),
  /** Published pieces of all kinds. */
  posts: z.number().int(),
  followers: z.number().int(),
  /** Whether the caller follows; false for a visitor. */
  followed: z.boolean(),
});

export type AuthorPage = z.infer<typeof authorPage>;
