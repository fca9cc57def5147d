import { useEffect } from 'react';
import { useUser } from '#client/stores.ts';
import { useClient } from '../../client-context.ts';
import { useSurroundings } from '../../site.ts';

/** Follows the notices of whoever is logged in; a visitor does not even load what that takes. */
export function useNotices(): void {
  const client = useClient();
  const { site } = useSurroundings();
  const memberId = useUser(({ userInfo }) => userInfo?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `client` is a getter of the page's one client
  useEffect(() => {
    if (memberId === undefined) return;
    let isLeft = false;
    let stop: (() => void) | undefined;
    import('./follow-notices.ts').then(
      ({ followNotices }) => {
        if (!isLeft) stop = followNotices(client(), site);
      },
      // The build has changed under an open tab: the badge comes with the next page.
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [memberId, site]);
}
