import { columnPath } from '#client/routes.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { Seal } from '#ui/marks/seal.tsx';
import { Tag } from '#ui/marks/tag.tsx';
import { AuthorRow } from '../author/author-card.tsx';
import { FollowButton } from '../marks/act.tsx';
import { authorPath, toPicture } from '../story.ts';
import { ArticleCover, ArticleHead } from './article-layout.tsx';
import { deckOf, fullTime, lengthOf } from './piece-text.ts';

/** Column, headline, deck, author line and cover of a piece. */
export function PieceHead({ piece, views }: { piece: PostDetail; views: number }) {
  const { columnName, columnId, title, breaks, access, author, important } = piece;
  const picture = toPicture(piece.cover);
  return (
    <>
      <ArticleHead
        column={{ name: columnName, href: columnPath(columnId) }}
        access={access}
        seal={important && <Seal />}
        title={title}
        breaks={breaks}
        deck={deckOf(piece.summary, piece.body)}
        author={
          <AuthorRow
            name={author.name}
            href={authorPath(author.id)}
            avatar={author.avatar}
            note={<PieceFacts piece={piece} views={views} />}
            action={<FollowButton authorId={author.id} name={author.name} />}
          />
        }
      />
      {picture && <ArticleCover picture={picture} />}
    </>
  );
}

const states = { draft: '草稿', scheduled: '待发布', withdrawn: '已撤下', published: null };

function PieceFacts({
  piece: { publishedAt, wordCount, state },
  views,
}: {
  piece: PostDetail;
  views: number;
}) {
  const length = lengthOf(wordCount);
  return (
    <>
      {states[state] && <Tag>{states[state]}</Tag>}
      {publishedAt !== '' && <time dateTime={publishedAt}>{fullTime(publishedAt)}</time>}
      <span>
        <span className="fig">{formatCount(views)}</span> 阅读
      </span>
      {length !== '' && <span className="not-phone">{length}</span>}
    </>
  );
}
