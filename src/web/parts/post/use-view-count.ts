import { useEffect, useState } from 'react';
import type { PostDetail } from '#features/posts/schema.ts';
import { useClient } from '../../client-context.ts';
import { postCalls } from './post-calls.ts';

/**
 * Counts one view when the post is shown, and returns the number of views including it. Unpublished posts are not
 * counted; a failed count is ignored.
 */
export function useViewCount({ id, kind, state, views }: PostDetail): number {
  const client = useClient();
  const [countedViews, setCountedViews] = useState(0);
  const isPublished = state === 'published';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per post and visit, whatever else changes
  useEffect(() => {
    if (!isPublished) return;
    client()
      .call(postCalls(kind).viewed, { query: { id, referrer: referrerHost() }, silent: true })
      .then((answer) => setCountedViews(answer.views))
      .catch(() => undefined);
  }, [id, isPublished]);
  return Math.max(countedViews, views);
}

/** Returns the host of the site whose link opened this page; empty within this site, and without one. */
function referrerHost(): string {
  const host = URL.parse(document.referrer)?.host ?? '';
  return host === location.host ? '' : host;
}
