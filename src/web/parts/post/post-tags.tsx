import type { PostDetail } from '#features/posts/schema.ts';
import { tagPath } from '#shared/site-paths.ts';
import { TopicTag } from '#ui/display/tag.tsx';
import { stockPath } from '../story.ts';
import { ArticleTags } from './article-layout.tsx';
import { type PostSlotData, postSlots } from './post-slot.ts';

type TaggedPost = Pick<PostDetail, 'tags' | 'stockCodes' | 'stocks'>;

type Props = { post: TaggedPost; data?: PostSlotData };

/**
 * Links of features, such as topics, tags and securities, each a link to its page; a code that the stock table does not name links to a search.
 */
export function PostTags({ post: { tags, stockCodes, stocks }, data = {} }: Props) {
  const links = postSlots.flatMap(({ key, linksOf }) => (data[key] ? (linksOf?.(data[key]) ?? []) : []));
  if (links.length + tags.length + stockCodes.length === 0) return null;
  const names = new Map(stocks.map(({ code, name }) => [code, name]));
  return (
    <ArticleTags>
      {links.map(({ text, href }) => (
        <TopicTag key={`link ${href}`} href={href}>
          {text}
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
