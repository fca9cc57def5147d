import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { findAuthorPage } from './queries.ts';
import type { AuthorPage } from './schema.ts';

/**
 * Returns one author for the author's page.
 * @throws notFound for an unknown id
 */
export async function readAuthor({ actor, db }: Context, id: string): Promise<AuthorPage> {
  const author = await findAuthorPage(db, id, actor.kind === 'member' ? actor.memberId : null);
  if (!author) throw notFound('作者不存在');
  return author;
}
