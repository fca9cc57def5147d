import { columnPath } from '#client/routes.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { authorPath } from '#shared/site-paths.ts';
import { Seal } from '#ui/display/seal.tsx';
import { Tag } from '#ui/display/tag.tsx';
import { AuthorRow } from '../author/author-card.tsx';
import { toPicture } from '../story.ts';
import { FollowButton } from '../user-state/action-button.tsx';
import { ArticleCover, ArticleHead } from './article-layout.tsx';
import { formatFullTime, formatLength, visibleDeck } from './post-text.ts';

export function PostHead({ post, views }: { post: PostDetail; views: number }) {
  const { columnName, columnId, title, breaks, access, author, coAuthors, important } = post;
  const picture = toPicture(post.cover);
  return (
    <>
      <ArticleHead
        column={{ name: columnName, href: columnPath(columnId) }}
        access={access}
        seal={important && <Seal />}
        title={title}
        breaks={breaks}
        deck={visibleDeck(post.summary, post.body)}
        author={
          <>
            <AuthorRow
              name={author.name}
              href={authorPath(author.id)}
              avatar={author.avatar}
              note={<PostFacts post={post} views={views} />}
              action={<FollowButton authorId={author.id} name={author.name} />}
            />
            {coAuthors.map(({ id, name, avatar, title: note }) => (
              <AuthorRow
                key={id}
                name={name}
                href={authorPath(id)}
                avatar={avatar}
                note={note}
                action={<FollowButton authorId={id} name={name} />}
              />
            ))}
          </>
        }
      />
      {picture && <ArticleCover picture={picture} />}
    </>
  );
}

const stateLabels = { draft: '草稿', scheduled: '待发布', withdrawn: '已撤下', published: null };

function PostFacts({ post: { publishedAt, wordCount, state }, views }: { post: PostDetail; views: number }) {
  const readingLength = formatLength(wordCount);
  return (
    <>
      {stateLabels[state] && <Tag>{stateLabels[state]}</Tag>}
      {publishedAt !== '' && <time dateTime={publishedAt}>{formatFullTime(publishedAt)}</time>}
      <span className="no-print">
        <span className="fig">{formatCount(views)}</span> 阅读
      </span>
      {readingLength !== '' && <span className="not-phone no-print">{readingLength}</span>}
    </>
  );
}
