import type { PostDetail } from '#features/posts/schema.ts';
import type { TopicLink } from '#features/topics/schema.ts';
import { tagPath } from '#shared/site-paths.ts';
import { topicPath } from '#shared/topic.ts';
import { TopicTag } from '#ui/display/tag.tsx';
import { stockPath } from '../story.ts';
import { ArticleTags } from './article-layout.tsx';

type TaggedPost = Pick<PostDetail, 'tags' | 'stockCodes' | 'stocks'>;

type Props = { post: TaggedPost; topics?: readonly TopicLink[] };

/**
 * Topics, tags and securities, each a link to its page; a code that the stock table does not name links to a search.
 */
export function PostTags({ post: { tags, stockCodes, stocks }, topics = [] }: Props) {
  if (topics.length + tags.length + stockCodes.length === 0) return null;
  const names = new Map(stocks.map(({ code, name }) => [code, name]));
  return (
    <ArticleTags>
      {topics.map(({ slug, title }) => (
        <TopicTag key={`topic ${slug}`} href={topicPath(slug)}>
          专题：{title}
        </TopicTag>
      ))}
      {tags.map((tag) => (
        <TopicTag key={tag} href={tagPath(tag)}>
          {tag}
        </TopicTag>
      ))}
      {stockCodes.map((code) => {
        const name = names.get(code);
        return (
          <TopicTag
            key={`stock ${code}`}
            href={name === undefined ? `/search?stockCode=${encodeURIComponent(code)}` : stockPath(code)}
          >
            <span className="vh">股票</span>
            {name} <span className="fig">{code}</span>
          </TopicTag>
        );
      })}
    </ArticleTags>
  );
}
