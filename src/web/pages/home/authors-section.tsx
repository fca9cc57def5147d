import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useIsLoggedIn } from '#client/session.ts';
import type { HotAuthor } from '#features/posts/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { Section } from '#ui/layout/section.tsx';
import { PartFailed } from '#ui/states/notice.tsx';
import { silently } from '../../api.ts';
import { AuthorGrid, AuthorTile } from '../../parts/author/author-card.tsx';
import { FollowButton } from '../../parts/marks/act.tsx';
import { observeMarks } from '../../parts/marks/observe.ts';
import { useMark } from '../../parts/marks/use-mark.ts';
import { authorPath } from '../../parts/story.ts';
import { useAsk } from '../../site.ts';
import { HOT_AUTHORS } from './home-data.ts';

/** The authors most read; nothing where there are none. */
export function AuthorsSection({ authors }: { authors: HotAuthor[] | null }) {
  const { revalidate } = useRevalidator();
  useFollowed();
  if (authors?.length === 0) return null;
  return (
    <Section id="home-authors" title="热门作者">
      {!authors && <PartFailed noun="作者" onRetry={() => void revalidate()} />}
      <AuthorGrid>
        {authors?.map((author) => (
          <HotAuthorTile key={author.id} author={author} />
        ))}
      </AuthorGrid>
    </Section>
  );
}

function HotAuthorTile({ author: { id, name, title, avatar, posts, followers } }: { author: HotAuthor }) {
  const { count } = useMark({ of: 'author', id }, followers);
  return (
    <AuthorTile
      name={name}
      href={authorPath(id)}
      avatar={avatar}
      note={title}
      figures={[`${formatCount(posts)} 篇`, ...(count > 0 ? [`${formatCount(count)} 关注`] : [])]}
      action={<FollowButton authorId={id} name={name} />}
    />
  );
}

/** The front page is everybody's: whom its reader follows is asked once the browser knows who is there. */
function useFollowed(): void {
  const ask = useAsk();
  const isMember = useIsLoggedIn();
  useEffect(() => {
    if (!isMember) return;
    const seen = observeMarks();
    silently(ask)('GET /reception/author/getHotAuthorList', { size: HOT_AUTHORS }).then(
      (authors) => {
        for (const author of authors) seen.author(author);
      },
      () => undefined,
    );
  }, [ask, isMember]);
}
