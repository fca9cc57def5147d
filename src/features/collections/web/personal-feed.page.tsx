import { useRevalidator } from 'react-router';
import type { HotAuthor, PostPage } from '#features/posts/schema.ts';
import { Button } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { Section } from '#ui/layout/section.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type FetchCall, withoutAlerts } from '#web/api.ts';
import { HotAuthors } from '#web/parts/author/hot-authors.tsx';
import { dayHeading, groupByDay } from '#web/parts/day-groups.ts';
import { DayHeading } from '#web/parts/live/day-heading.tsx';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { orNull } from '#web/parts/settle-all.ts';
import { toStory } from '#web/parts/story.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { CollectButton } from '#web/parts/user-state/action-button.tsx';
import { recordUserState } from '#web/parts/user-state/record-user-state.ts';
import { useSiteContext } from '#web/site.ts';
import { FollowTabs } from './follow-tabs.tsx';
import { RecordList, RecordRow } from './record-row.tsx';

const SUGGESTED_AUTHORS = 6;

/** The newest posts of the authors whom the member follows, by day; without any, authors to follow. */
export const page = definePersonalPage({
  title: '我的关注',
  load: async ({ fetchCall }) => {
    const first = await fetchFeed(fetchCall);
    return { first, authors: first.records.length > 0 ? [] : await fetchAuthors(fetchCall) };
  },
  Body: ({ data: { first, authors } }) => (
    <>
      <FollowTabs current="/personal/feed" />
      {first.records.length > 0 ? <Feed first={first} /> : <NoFeed authors={authors} />}
    </>
  ),
});

async function fetchFeed(fetchCall: FetchCall, cursor = ''): Promise<PostPage> {
  const userState = recordUserState();
  const feed = await withoutAlerts(fetchCall)('GET /member/followFeed', {
    size: 20,
    ...(cursor && { cursor }),
  });
  userState.records(feed.records);
  return feed;
}

/** The page can do without suggestions. */
async function fetchAuthors(fetchCall: FetchCall): Promise<HotAuthor[]> {
  const userState = recordUserState();
  const authors = await orNull(
    withoutAlerts(fetchCall)('GET /reception/author/getHotAuthorList', { size: SUGGESTED_AUTHORS }),
  );
  for (const author of authors ?? []) userState.author(author);
  return authors ?? [];
}

function Feed({ first }: { first: PostPage }) {
  const { fetchCall, today } = useSiteContext();
  const list = useInfiniteList(
    first,
    ({ id }) => id,
    (cursor) => fetchFeed(fetchCall, cursor),
  );
  return (
    <>
      {groupByDay(list.records).map(({ day, records }) => (
        <section key={day} aria-labelledby={`feed-${day}`}>
          <DayHeading id={`feed-${day}`} {...dayHeading(day, today)} />
          <RecordList label={`${day} 的动态`}>
            {records.map((record) => (
              <RecordRow
                key={record.id}
                title={record.title}
                story={toStory(record, today)}
                action={<CollectButton post={record} />}
              />
            ))}
          </RecordList>
        </section>
      ))}
      <div ref={list.sentinel}>
        <LoadMore state={list.state} noun="更早的动态" onMore={list.more} />
      </div>
    </>
  );
}

function NoFeed({ authors }: { authors: HotAuthor[] }) {
  const { revalidate } = useRevalidator();
  return (
    <>
      <EmptyState
        title="还没有关注动态"
        actions={
          <Button size="s" onClick={() => void revalidate()}>
            看看有没有新动态
          </Button>
        }
      >
        <p>关注作者后，他们的新文章和资讯按时间排在这里。</p>
      </EmptyState>
      {authors.length > 0 && (
        <Section id="feed-authors" title="可以关注的作者">
          <HotAuthors authors={authors} />
        </Section>
      )}
    </>
  );
}
