import { useEffect } from 'react';
import type { PostDetail } from '#features/posts/schema.ts';
import { useSiteContext } from '../../site.ts';

/** Stores a post for the offline page once it is shown, if the site offers that. */
export function useOfflineCopy(post: PostDetail, address: string): void {
  const { site } = useSiteContext();
  useEffect(() => {
    if (!site.hasOffline) return;
    // Loaded after the page, which does not wait for it.
    void import('./remember-read.ts')
      .then(({ rememberRead }) => rememberRead(post, address))
      .catch(() => undefined);
  }, [site.hasOffline, post, address]);
}
