import { useRef } from 'react';
import { useKeptState } from '#client/keep-alive.tsx';
import { ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { AccessTag } from '#ui/marks/tag.tsx';
import { PartNote } from '#ui/states/notice.tsx';
import { Void } from '#ui/states/void.tsx';
import { Arrivals } from '../../parts/live/arrivals.tsx';
import { DayHead } from '../../parts/live/day-head.tsx';
import { LiveList, type LiveStory } from '../../parts/live/live-list.tsx';
import { CollectAct } from '../../parts/marks/act.tsx';
import { Count } from '../../parts/story/byline.tsx';
import { postPath } from '../../parts/story.ts';
import { useReached } from '../../parts/use-endless.ts';
import { useSurroundings } from '../../site.ts';
import { dayTitle, groupByDay } from './day-groups.ts';
import { newsAddress } from './news-choice.ts';
import type { NewsListData, NewsRecord } from './news-list-data.ts';
import { useStream } from './use-stream.ts';

// After so many stretches the reader is asked, so that the foot of the page can be reached.
const STRETCHES_UNASKED = 5;

/** The news by day, newest first, endless. */
export function NewsStream({ data, path }: { data: NewsListData; path: string }) {
  const { today } = useSurroundings();
  const { choice, columnId, stretch } = data;
  const isLive = choice.cursor === '' && (choice.date === '' || choice.date === today);
  const stream = useStream(stretch, columnId, choice, isLive);
  const foot = useRef<HTMLDivElement>(null);
  const [unasked, setUnasked] = useKeptState('unasked', STRETCHES_UNASKED);
  useReached(
    foot,
    () => {
      setUnasked((left) => left - 1);
      stream.more();
    },
    stream.state === 'idle' && unasked > 0,
  );

  return (
    <>
      <Arrivals count={stream.arrivals} onShow={stream.showArrivals} />
      {choice.cursor !== '' && <BackToTop href={newsAddress(path, { ...choice, cursor: '' })} />}
      {groupByDay(stream.records).map(({ day, records }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <DayHead id={`day-${day}`} {...dayTitle(day, today)} />
          <LiveList items={records.map((record) => toLiveStory(record, path))} />
        </section>
      ))}
      {stream.records.length === 0 ? (
        <EmptyStream data={data} path={path} />
      ) : (
        <div ref={foot}>
          <LoadMore
            state={stream.state}
            noun="更早的资讯"
            href={newsAddress(path, { ...choice, cursor: stream.cursor ?? '' })}
            onMore={() => {
              setUnasked(STRETCHES_UNASKED);
              stream.more();
            }}
          />
        </div>
      )}
    </>
  );
}

function toLiveStory(record: NewsRecord, path: string): LiveStory {
  const { id, title, summary, important, publishedAt, views, access } = record;
  return {
    ...{ id, title, summary, important },
    href: postPath(record),
    time: { text: publishedAt.slice(11, 16), dateTime: publishedAt },
    tags: record.tags.map((tag) => ({ name: tag, href: newsAddress(path, { tag }) })),
    acts: (
      <>
        {access !== 'member' && <AccessTag access={access} />}
        {views > 0 && <Count icon="eye" label="阅读" count={views} />}
        <CollectAct piece={record} />
      </>
    ),
  };
}

function BackToTop({ href }: { href: string }) {
  return (
    <PartNote
      action={
        <ButtonLink size="s" icon="up" href={href}>
          回到最新
        </ButtonLink>
      }
    >
      这里是较早的资讯
    </PartNote>
  );
}

function EmptyStream({ data: { choice }, path }: { data: NewsListData; path: string }) {
  if (choice.tag === '' && choice.date === '' && choice.cursor === '')
    return (
      <Void
        title="还没有资讯"
        actions={
          <ButtonLink size="s" href="/index">
            回首页
          </ButtonLink>
        }
      >
        <p>第一条发布后会自己出现在这里。</p>
      </Void>
    );
  return (
    <Void
      art="search"
      title="没有符合条件的资讯"
      actions={
        <ButtonLink size="s" href={path}>
          看全部资讯
        </ButtonLink>
      }
    >
      <p>换一天，或换一个标签。</p>
    </Void>
  );
}
