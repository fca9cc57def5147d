import { ensureAuthors } from '#features/authors/index.ts';
import { addPosts, prepareBodySync, withdrawPost } from '#features/posts/index.ts';
import { measuredColumn } from './fill.ts';
import type { Portal } from './portal.ts';

/** Publishes a post in the measured column from this process. @returns its id */
export async function publishBenchPost({ ctx }: Portal, title: string): Promise<string> {
  const authors = await ensureAuthors(ctx, ['编辑部']);
  const body = prepareBodySync({ body: `${title}。本刊讯，据现场记者，一切如常。`, format: 'text' });
  const [id] = await addPosts(ctx, [
    {
      columnId: measuredColumn,
      authorId: authors.get('编辑部') ?? '',
      title,
      body,
      state: 'published',
      publishedAt: new Date(),
    },
  ]);
  if (!id) throw new Error('failed to add the post');
  return id;
}

export const withdrawBenchPost = ({ ctx }: Portal, id: string): Promise<void> => withdrawPost(ctx, id);
