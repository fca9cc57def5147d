import type { ReactNode } from 'react';
import type { FollowPage } from '#features/collections/schema.ts';
import { formatCount } from '#shared/numbers.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/marks/avatar.tsx';
import { Void } from '#ui/states/void.tsx';
import type { Ask } from '../../../api.ts';
import { FollowButton } from '../../../parts/marks/act.tsx';
import { observeMarks } from '../../../parts/marks/observe.ts';
import type { StoryFields } from '../../../parts/story/byline.tsx';
import { HeadlineLink } from '../../../parts/story/headline.tsx';
import { authorPath, toStory } from '../../../parts/story.ts';
import { useEndless } from '../../../parts/use-endless.ts';
import { useSurroundings } from '../../../site.ts';
import { ListBar } from '../list-bar.tsx';
import { definePersonalPage } from '../personal-page.tsx';
import s from './follow-page.module.css';
import { RecordList } from './record-row.tsx';

/** Followed authors with what they wrote last. One who is no longer followed stays until the next visit. */
export const page = definePersonalPage({
  title: '我的关注',
  load: ({ ask }) => askFollows(ask),
  Body: ({ data }) => <Follows first={data} />,
});

async function askFollows(ask: Ask, cursor = ''): Promise<FollowPage> {
  const seen = observeMarks();
  const page = await ask('GET /member/follows', { size: 20, ...(cursor && { cursor }) }, { isSilent: true });
  for (const { author } of page.records)
    seen.author({ id: author.id, followed: true, followers: author.followers });
  return page;
}

function Follows({ first }: { first: FollowPage }) {
  const { ask, today } = useSurroundings();
  const list = useEndless(
    first,
    ({ id }) => id,
    (cursor) => askFollows(ask, cursor),
  );
  if (list.records.length === 0)
    return (
      <Void
        title="还没有关注作者"
        actions={
          <ButtonLink size="s" href="/index">
            去首页看看热门作者
          </ButtonLink>
        }
      >
        <p>关注后，作者的新文章会出现在这里，也会在消息里告诉你。</p>
      </Void>
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
      <div ref={list.foot}>
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
  /** Their newest pieces, newest first. */
  newest: readonly StoryFields[];
  /** The button that follows or no longer does. */
  action: ReactNode;
}

/** A followed author and what they wrote last. */
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
