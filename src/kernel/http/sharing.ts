import { type CacheTag, postTag } from '#shared/cache-tags.ts';

/**
 * How the pages of a process share the answer of a call, which is that of a visitor.
 *
 * `changesWith`: a list that many pages show. It changes, but for counts, only with those tags of a page for which it is true.
 *
 * `tagsOf`: a ranking. It depends on counts alone, so a page may show it as old as its counts: a publication, which
 * invalidates every list, does not invalidate it. The tags of its answer do.
 */
export type CallSharing =
  | { changesWith: (tag: CacheTag) => boolean }
  | { tagsOf: (answer: unknown) => CacheTag[] };

export const changesWithTags = (...tags: CacheTag[]): CallSharing => ({
  changesWith: (tag) => tags.includes(tag),
});

const besideLists: readonly CacheTag[] = ['adverts', 'contest', 'economic-events', 'home', 'plans', 'topics'];

/** Posts of one column show the same lists, to which the tags of the post and of what is beside the lists add nothing. */
export const changesWithPosts: CallSharing = {
  changesWith: (tag) => !besideLists.includes(tag) && !tag.startsWith(postTag('')),
};

/** A ranking of posts: it changes when one of its posts does. */
export const rankingOfPosts: CallSharing = {
  tagsOf: (records) => ['columns', ...(records as { id: string }[]).map(({ id }) => postTag(id))],
};
