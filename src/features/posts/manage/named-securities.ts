import { findSecurities } from '#features/stocks/index.ts';
import type { Context } from '#kernel/context.ts';
import { prepareBody } from '../body/index.ts';
import { readAdminPost } from './reads.ts';

/** Returns the securities that title, summary and body of the newest version name, as references find them. */
export async function findNamedSecurities(
  ctx: Context,
  id: string,
): Promise<{ code: string; name: string }[]> {
  const { title, summary, html } = (await readAdminPost(ctx, id)).content;
  const { text } = await prepareBody({ body: html, format: 'html' });
  return findSecurities(ctx, `${title}\n${summary}\n${text}`);
}
