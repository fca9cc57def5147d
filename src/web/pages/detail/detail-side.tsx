import { useEffect, useState } from 'react';
import { authorPath } from '#shared/site-paths.ts';
import { SideColumn } from '#ui/layout/cols.tsx';
import { Section } from '#ui/layout/section.tsx';
import { AuthorCard } from '../../parts/author/author-card.tsx';
import { postCalls } from '../../parts/post/post-calls.ts';
import { Toc, type TocItem } from '../../parts/post/toc.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { StoryText } from '../../parts/story/rank-list.tsx';
import { toStory } from '../../parts/story.ts';
import { FollowButton } from '../../parts/user-state/action-button.tsx';
import { useUserFlag } from '../../parts/user-state/use-user-flag.ts';
import { useSiteContext } from '../../site.ts';
import { type DetailData, detailRankSize } from './load-detail.ts';

/** The side column of a post: table of contents, author, related posts, ranking. */
export function DetailSide({ data, contents }: { data: DetailData; contents: readonly TocItem[] }) {
  const { kind, columnId } = data.post;
  return (
    <>
      <CurrentToc contents={contents} />
      <SideColumn>
        {[data.post.author, ...data.post.coAuthors].map((author) => (
          <Author key={author.id} author={author} kind={kind} />
        ))}
        <RelatedPosts related={data.related} />
        <RankSection
          id="detail-ranks"
          title="栏目排行"
          call={postCalls(kind).charts}
          query={{ columnId, size: detailRankSize }}
          ranks={data.ranks}
          dense
        />
      </SideColumn>
    </>
  );
}

function CurrentToc({ contents }: { contents: readonly TocItem[] }) {
  const ids = contents.flatMap(({ id, locked, children = [] }) =>
    locked ? [] : [id, ...children.filter((child) => !child.locked).map((child) => child.id)],
  );
  return <Toc items={contents} current={useCurrentHeading(ids)} />;
}

const nouns = { news: '资讯', article: '文章', reference: '内参' };

function Author({ author, kind }: Pick<DetailData['post'], 'author' | 'kind'>) {
  const { count: followers } = useUserFlag({ of: 'author', id: author.id }, author.followers);
  return (
    <AuthorCard
      name={author.name}
      href={authorPath(author.id)}
      avatar={author.avatar}
      note={
        <>
          {author.title}
          {author.title && author.bio && <br />}
          {author.bio}
        </>
      }
      stats={[
        ...(author.posts > 0 ? [{ label: nouns[kind], count: author.posts }] : []),
        { label: '关注者', count: followers },
      ]}
      action={<FollowButton authorId={author.id} name={author.name} />}
    />
  );
}

function RelatedPosts({ related: { by, records } }: Pick<DetailData, 'related'>) {
  const { today } = useSiteContext();
  if (records.length === 0) return null;
  return (
    <Section first id="detail-related" tone="side" title={by === 'tag' ? '相关阅读' : '栏目最新'}>
      {records.map((record) => (
        <StoryText
          key={record.id}
          {...toStory(record, today)}
          column={undefined}
          views={undefined}
          // The column is so narrow that a second link would be too close to the headline's to hit.
          authors={record.authors.map(({ name }) => ({ name }))}
        />
      ))}
    </Section>
  );
}

/**
 * Returns the id of the last heading above the upper third of the viewport; null before the first heading and during
 * server rendering.
 */
function useCurrentHeading(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join('\n');

  useEffect(() => {
    const headings = key
      .split('\n')
      .map((id) => document.getElementById(id))
      .filter((heading) => heading !== null);
    let frame = 0;
    const updateCurrent = () => {
      frame = 0;
      const threshold = window.innerHeight / 3;
      setCurrent(
        headings.findLast((heading) => heading.getBoundingClientRect().top <= threshold)?.id ?? null,
      );
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(updateCurrent);
    };
    updateCurrent();
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [key]);

  return current;
}
