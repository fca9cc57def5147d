import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeptState } from '#client/keep-alive.tsx';
import { tagPath } from '#shared/site-paths.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { readColour } from '#ui/read-colour.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SectionNote } from '#ui/states/notice.tsx';
import { dayHeading, groupByDay } from '../../parts/day-groups.ts';
import { HomeButton } from '../../parts/home-links.tsx';
import { DayHeading } from '../../parts/live/day-heading.tsx';
import { LiveList, type LiveStory } from '../../parts/live/live-list.tsx';
import { NewItemsBar } from '../../parts/live/new-items-bar.tsx';
import { useAlerts } from '../../parts/live/use-alerts.ts';
import { Count } from '../../parts/story/byline.tsx';
import { postPath } from '../../parts/story.ts';
import { useIntersection } from '../../parts/use-infinite-list.ts';
import { CollectButton } from '../../parts/user-state/action-button.tsx';
import { PostAccess } from '../../parts/user-state/post-access.tsx';
import { useSiteContext } from '../../site.ts';
import { newsFilterAddress } from './news-filter.ts';
import type { NewsListData, NewsRecord, NewsSlice } from './news-list-data.ts';
import { useNewsStream } from './use-news-stream.ts';

// After this many pages loading needs a press, so that the reader can reach the foot of the page.
const AUTO_LOADED_SLICES = 5;

interface NewsStreamProps {
  data: NewsListData;
  /** The first page as it is now. */
  newest: NewsSlice;
  /** This tab alerts to new items by sound or notification. */
  isAlerting: boolean;
  path: string;
}

/** The news by day, newest first, with infinite scrolling. */
export function NewsStream({ data, newest, isAlerting, path }: NewsStreamProps) {
  const { today } = useSiteContext();
  const { filter, columnId } = data;
  const stream = useNewsStream(data.newest.slice, newest, columnId, filter);
  const [enteredIds, setEnteredIds] = useState<ReadonlySet<string>>(new Set());
  useUnseenCount(stream.waiting.length);
  const navigate = useNavigate();
  useAlerts(newest.records, isAlerting, (record) => void navigate(postPath(record)));
  const sentinel = useRef<HTMLDivElement>(null);
  const [autoLoadsLeft, setAutoLoadsLeft] = useKeptState('unasked', AUTO_LOADED_SLICES);
  useIntersection(
    sentinel,
    () => {
      setAutoLoadsLeft((remaining) => remaining - 1);
      stream.more();
    },
    stream.state === 'idle' && autoLoadsLeft > 0,
  );

  return (
    <>
      <NewItemsBar
        count={stream.waiting.length}
        onShow={() => {
          setEnteredIds(new Set(stream.waiting.map(({ id }) => id)));
          stream.showWaiting();
        }}
      />
      {filter.cursor !== '' && <BackToTop href={newsFilterAddress(path, { ...filter, cursor: '' })} />}
      {groupByDay(stream.records).map(({ day, records }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <DayHeading id={`day-${day}`} {...dayHeading(day, today)} />
          <LiveList
            items={records.map((record) => ({
              ...toLiveStory(record),
              isEntering: enteredIds.has(record.id),
            }))}
          />
        </section>
      ))}
      {stream.records.length === 0 ? (
        <EmptyStream data={data} path={path} />
      ) : (
        <div ref={sentinel}>
          <LoadMore
            state={stream.state}
            noun="更早的资讯"
            href={newsFilterAddress(path, { ...filter, cursor: stream.cursor ?? '' })}
            onMore={() => {
              setAutoLoadsLeft(AUTO_LOADED_SLICES);
              stream.more();
            }}
          />
        </div>
      )}
    </>
  );
}

function toLiveStory(record: NewsRecord): LiveStory {
  const { id, title, summary, important, publishedAt, views, access, price } = record;
  return {
    ...{ id, title, summary, important },
    href: postPath(record),
    time: { text: publishedAt.slice(11, 16), dateTime: publishedAt },
    tags: record.tags.map((tag) => ({ name: tag, href: tagPath(tag) })),
    actions: (
      <>
        {access !== 'member' && <PostAccess post={{ id, price }} access={access} />}
        {views > 0 && <Count icon="eye" label="阅读" count={views} />}
        <CollectButton post={record} />
      </>
    ),
  };
}

function BackToTop({ href }: { href: string }) {
  return (
    <SectionNote
      action={
        <ButtonLink size="s" icon="up" href={href}>
          回到最新
        </ButtonLink>
      }
    >
      这里是较早的资讯
    </SectionNote>
  );
}

function EmptyStream({ data: { filter }, path }: { data: NewsListData; path: string }) {
  if (filter.watched)
    return (
      <EmptyState
        title="自选股还没有相关资讯"
        actions={
          <ButtonLink size="s" href="/personal/stocks">
            看我的自选股
          </ButtonLink>
        }
      >
        <p>提到自选股的资讯发布后会自己出现在这里；还可以多加几只自选股。</p>
      </EmptyState>
    );
  if (!filter.important && filter.tag === '' && filter.date === '' && filter.cursor === '')
    return (
      <EmptyState title="还没有资讯" actions={<HomeButton />}>
        <p>第一条发布后会自己出现在这里。</p>
      </EmptyState>
    );
  return (
    <EmptyState
      illustration="search"
      title="没有符合条件的资讯"
      actions={
        <ButtonLink size="s" href={path}>
          看全部资讯
        </ButtonLink>
      }
    >
      <p>换一天、换一个标签，或看全部资讯。</p>
    </EmptyState>
  );
}

/**
 * While the tab is hidden, shows in its title and icon how many new items wait; restores both when the tab is shown.
 * A count of 0 shows nothing.
 */
function useUnseenCount(count: number): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const [title, iconAddress] = [document.title, icon?.getAttribute('href')];
    if (count === 0) return;
    const show = (newTitle: string, newIcon: string | null | undefined) => {
      document.title = newTitle;
      if (icon && newIcon) icon.setAttribute('href', newIcon);
    };
    const update = () => {
      if (document.visibilityState === 'hidden') show(`(${count}) ${title}`, drawIcon(count));
      else show(title, iconAddress);
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      show(title, iconAddress);
    };
  }, [count]);
}

/** The number in white on the accent of the site. */
function drawIcon(count: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><rect width="44" height="44" rx="8" fill="${readColour('accent-fill')}"/><text x="22" y="32" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${count > 9 ? 26 : 30}" fill="#fff">${count}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
