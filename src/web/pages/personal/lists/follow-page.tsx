import type { FollowPage } from '#features/collections/schema.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { Void } from '#ui/states/void.tsx';
import type { Ask } from '../../../api.ts';
import { FollowButton } from '../../../parts/marks/follow-button.tsx';
import { observeMarks } from '../../../parts/marks/observe.ts';
import { authorPath, toStory } from '../../../parts/story.ts';
import { useEndless } from '../../../parts/use-endless.ts';
import { useSurroundings } from '../../../site.ts';
import { ListBar } from '../list-bar.tsx';
import { definePersonalPage } from '../personal-page.tsx';
import { FollowRow } from './follow-row.tsx';
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
