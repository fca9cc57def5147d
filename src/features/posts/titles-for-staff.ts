import { type Actor, hasPermission } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { findTitlesAndStates } from './record-queries.ts';

/**
 * Returns the title of a post for a member of staff whose call names posts in passing: one that is not published has
 * its number only, without the permission to view all content. This is the only implementation of the rule.
 */
export const titleForStaff = (actor: Actor, post: { id: string; title: string; state: string }): string =>
  post.state === 'published' || hasPermission(actor, 'content.view')
    ? post.title
    : `没有发布的内容 ${post.id}`;

/** Returns the titles of posts by id, as `titleForStaff`; unknown ids are left out. */
export const findTitlesForStaff = async (
  { db, actor }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await findTitlesAndStates(db, ids)).map((row) => [row.id, titleForStaff(actor, row)]));
