import { useEffect, useState } from 'react';
import { SideColumn } from '#ui/layout/cols.tsx';
import { Section } from '#ui/layout/section.tsx';
import { AuthorCard } from '../../parts/author/author-card.tsx';
import { FollowButton } from '../../parts/marks/act.tsx';
import { useMark } from '../../parts/marks/use-mark.ts';
import { pieceCalls } from '../../parts/piece/piece-calls.ts';
import { Toc, type TocItem } from '../../parts/piece/toc.tsx';
import { RankSection } from '../../parts/rank-section.tsx';
import { StoryText } from '../../parts/story/rank-list.tsx';
import { authorPath, toStory } from '../../parts/story.ts';
import { useSurroundings } from '../../site.ts';
import { type DetailData, detailRanks } from './load-detail.ts';

/** Beside a piece: its contents, its author, what to read next, what others read. */
export function DetailSide({ data, contents }: { data: DetailData; contents: readonly TocItem[] }) {
  const { kind, columnId } = data.piece;
  return (
    <>
      <CurrentToc contents={contents} />
      <SideColumn>
        <Author author={data.piece.author} kind={kind} />
        <RelatedPieces related={data.related} />
        <RankSection
          id="detail-ranks"
          title="栏目排行"
          call={pieceCalls(kind).charts}
          query={{ columnId, size: detailRanks }}
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

function Author({ author, kind }: Pick<DetailData['piece'], 'author' | 'kind'>) {
  const { count: followers } = useMark({ of: 'author', id: author.id }, author.followers);
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
        { label: '关注', count: followers },
      ]}
      action={<FollowButton authorId={author.id} name={author.name} />}
    />
  );
}

function RelatedPieces({ related: { by, records } }: Pick<DetailData, 'related'>) {
  const { today } = useSurroundings();
  if (records.length === 0) return null;
  return (
    <Section first id="detail-related" tone="side" title={by === 'tag' ? '相关阅读' : '栏目最新'}>
      {records.map((record) => (
        <StoryText
          key={record.id}
          {...toStory(record, today)}
          column={undefined}
          views={undefined}
          // In so narrow a column a second link would stand too close under the headline's to be hit.
          author={{ name: record.authorName }}
        />
      ))}
    </Section>
  );
}

/** Id of the last heading above the upper third of the window; null before the first, and while rendering on the server. */
function useCurrentHeading(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const key = ids.join('\n');

  useEffect(() => {
    const headings = key
      .split('\n')
      .map((id) => document.getElementById(id))
      .filter((heading) => heading !== null);
    let frame = 0;
    const look = () => {
      frame = 0;
      const line = window.innerHeight / 3;
      setCurrent(headings.findLast((heading) => heading.getBoundingClientRect().top <= line)?.id ?? null);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [key]);

  return current;
}
