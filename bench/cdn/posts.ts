import { ensureAuthors } from '#features/authors/index.ts';
import { addPosts, prepareBodySync } from '#features/posts/index.ts';
import type { Portal } from '../portal.ts';

/** A column whose posts have its access. */
export const columnId = '77';
export const lockedSentence = '这一句只有付过钱的人才读得到';

/** Publishes a post with a part behind the paywall. Without `access` it is that of its column. @returns its id */
export async function addBenchPost({ ctx }: Portal, title: string, access?: 'vip'): Promise<string> {
  const authors = await ensureAuthors(ctx, ['编辑部']);
  const html = `<p>开头人人可读。</p><!--paywall--><p>${access ? `${lockedSentence}，${title}` : lockedSentence}。</p>`;
  const [id] = await addPosts(ctx, [
    {
      columnId,
      authorId: authors.get('编辑部') ?? '',
      title,
      body: prepareBodySync({ body: html, format: 'html' }),
      access,
      state: 'published',
      publishedAt: new Date(),
    },
  ]);
  if (!id) throw new Error('failed to add the post');
  return id;
}
