import type { PostDetail } from '#features/posts/schema.ts';
import { TopicTag } from '#ui/marks/tag.tsx';
import { ArticleTags } from './article-layout.tsx';

/** Tags and stock codes, each a search. */
export function PieceTags({
  piece: { tags, stockCodes },
}: {
  piece: Pick<PostDetail, 'tags' | 'stockCodes'>;
}) {
  if (tags.length === 0 && stockCodes.length === 0) return null;
  return (
    <ArticleTags>
      {tags.map((tag) => (
        <TopicTag key={tag} href={`/search?keyword=${encodeURIComponent(tag)}`}>
          {tag}
        </TopicTag>
      ))}
      {stockCodes.map((code) => (
        <TopicTag key={`stock ${code}`} href={`/search?stockCode=${encodeURIComponent(code)}`}>
          <span className="vh">股票</span>
          <span className="fig">{code}</span>
        </TopicTag>
      ))}
    </ArticleTags>
  );
}
