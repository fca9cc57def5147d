import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { authorPath } from '#shared/site-paths.ts';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { FetchCall } from '#web/api.ts';
import { HomeButton } from '#web/parts/home-links.tsx';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { ListBar } from '#web/parts/personal/list-bar.tsx';
import type { StoryFields } from '#web/parts/story/byline.tsx';
import { HeadlineLink } from '#web/parts/story/headline.tsx';
import { toStory } from '#web/parts/story.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { FollowButton } from '#web/parts/user-state/action-button.tsx';
import { recordUserState } from '#web/parts/user-state/record-user-state.ts';
import { useSiteContext } from '#web/site.ts';
import type { FollowPage } from '../schema.ts';
import s from './follow-page.module.css';
import { FollowTabs } from './follow-tabs.tsx';
import { RecordList } from './record-row.tsx';

/** Followed authors with their newest posts. An author who was unfollowed stays until the next visit. */
export const page = definePersonalPage({
  title: '我的关注',
  load: ({ fetchCall }) => fetchFollows(fetchCall),
  Body: ({ data }) => (
    <>
      <FollowTabs current="/personal/follow" />
      <Follows first={data} />
    </>
  ),
});

async function fetchFollows(fetchCall: FetchCall, cursor = ''): Promise<FollowPage> {
  const userState = recordUserState();
  const page = await fetchCall(
    'GET /member/follows',
    { size: 20, ...(cursor && { cursor }) },
    { isSilent: true },
  );
  for (const { author } of page.records)
    userState.author({ id: author.id, followed: true, followers: author.followers });
  return page;
}

function Follows({ first }: { first: FollowPage }) {
  const { fetchCall, today } = useSiteContext();
  const list = useInfiniteList(
    first,
    ({ id }) => id,
    (cursor) => fetchFollows(fetchCall, cursor),
  );
  if (list.records.length === 0)
    return (
      <EmptyState title="还没有关注作者" actions={<HomeButton>去首页看看热门作者</HomeButton>}>
        <p>关注后，作者的新文章会出现在关注动态里，也会在消息里告诉你。</p>
      </EmptyState>
    );
  return (
    <>
      <ListBar>
        共 <span className="fig">{first.total}</span> 位作者
      </ListBar>
      <RecordList label="关注的作者">
        {list.records.map(({ id, author, newest }) => (
          <FollowRow
            key={id}
            {...author}
            href={authorPath(author.id)}
            newest={newest.map((record) => toStory(record, today))}
            action={<FollowButton authorId={author.id} name={author.name} />}
          />
        ))}
      </RecordList>
      <div ref={list.sentinel}>
        <LoadMore state={list.state} noun="更多作者" onMore={list.more} />
      </div>
    </>
  );
}

interface FollowRowProps {
  name: string;
  href: string;
  title?: string | null | undefined;
  avatar?: string | null | undefined;
  posts: number;
  followers: number;
  newest: readonly StoryFields[];
  action: ReactNode;
}

function FollowRow(props: FollowRowProps) {
  const { name, href, title, avatar, posts, followers, newest, action } = props;
  return (
    <li className={s.row}>
      <Avatar name={name} src={avatar} size={48} />
      <div className={s.who}>
        <h2 className={s.name}>
          <Link href={href}>{name}</Link>
        </h2>
        <p className={s.note}>
          {title && <span>{title}</span>}
          <span>
            文章 <span className="fig">{formatCount(posts)}</span>
          </span>
          <span>
            关注者 <span className="fig">{formatCount(followers)}</span>
          </span>
        </p>
      </div>
      <div className={s.act}>{action}</div>
      {newest.length > 0 && (
        <ol className={s.newest} aria-label={`${name}的新文章`}>
          {newest.map((story) => (
            <li key={story.href}>
              <HeadlineLink title={story.title} breaks={story.breaks} href={story.href} />
              {story.time && <time dateTime={story.time.dateTime}>{story.time.text}</time>}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}
