import { z } from 'zod';
import { id } from '#kernel/http/inputs.ts';

export const authorQuery = z.object({ id: id('作者编号') });

export const authorPage = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  avatar: z.string().nullable(),
  /** Published posts of all kinds. */
  posts: z.number().int(),
  followers: z.number().int(),
  /** Whether the caller follows the author; false for a visitor. */
  followed: z.boolean(),
});

export type AuthorPage = z.infer<typeof authorPage>;
