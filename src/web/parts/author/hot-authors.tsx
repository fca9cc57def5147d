import type { HotAuthor } from '#features/posts/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { authorPath } from '#shared/site-paths.ts';
import { FollowButton } from '../user-state/action-button.tsx';
import { useUserFlag } from '../user-state/use-user-flag.ts';
import { AuthorGrid, AuthorTile } from './author-card.tsx';

/** Authors worth following, each with a button to follow. */
export function HotAuthors({ authors }: { authors: readonly HotAuthor[] }) {
  return (
    <AuthorGrid>
      {authors.map((author) => (
        <HotAuthorTile key={author.id} author={author} />
      ))}
    </AuthorGrid>
  );
}

function HotAuthorTile({ author: { id, name, title, avatar, posts, followers } }: { author: HotAuthor }) {
  const { count } = useUserFlag({ of: 'author', id }, followers);
  return (
    <AuthorTile
      name={name}
      href={authorPath(id)}
      avatar={avatar}
      note={title}
      stats={[`${formatCount(posts)} 篇`, ...(count > 0 ? [`${formatCount(count)} 关注者`] : [])]}
      action={<FollowButton authorId={id} name={name} />}
    />
  );
}
