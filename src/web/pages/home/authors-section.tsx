import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useIsLoggedIn } from '#client/session.ts';
import type { HotAuthor } from '#features/posts/schema.ts';
import { Section } from '#ui/layout/section.tsx';
import { SectionError } from '#ui/states/notice.tsx';
import { withoutAlerts } from '../../api.ts';
import { HotAuthors } from '../../parts/author/hot-authors.tsx';
import { recordUserState } from '../../parts/user-state/record-user-state.ts';
import { useFetchCall } from '../../site.ts';
import { HOT_AUTHOR_COUNT } from './home-data.ts';

/** The most read authors; nothing if there are none. */
export function AuthorsSection({ authors }: { authors: HotAuthor[] | null }) {
  const { revalidate } = useRevalidator();
  useFollowedAuthors();
  if (authors?.length === 0) return null;
  return (
    <Section id="home-authors" title="热门作者" more={{ label: '关注动态', href: '/personal/feed' }}>
      {!authors && <SectionError noun="作者" onRetry={() => void revalidate()} />}
      {authors && <HotAuthors authors={authors} />}
    </Section>
  );
}

/** The cached front page is the same for everyone, so the browser loads which authors its member follows. */
function useFollowedAuthors(): void {
  const fetchCall = useFetchCall();
  const isMember = useIsLoggedIn();
  useEffect(() => {
    if (!isMember) return;
    const userState = recordUserState();
    withoutAlerts(fetchCall)('GET /reception/author/getHotAuthorList', { size: HOT_AUTHOR_COUNT }).then(
      (authors) => {
        for (const author of authors) userState.author(author);
      },
      () => undefined,
    );
  }, [fetchCall, isMember]);
}
