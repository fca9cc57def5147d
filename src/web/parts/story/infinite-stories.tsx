import type { ComponentProps } from 'react';
import { LoadMore } from '#ui/controls/pagination.tsx';
import type { RowRecord } from '../story.ts';
import type { InfiniteList } from '../use-infinite-list.ts';
import { StoryRows } from './story-rows.tsx';

/** The posts of an infinite list, with the control that loads more at its foot. */
export function InfiniteStories({
  list,
  level,
}: { list: Omit<InfiniteList<RowRecord>, 'change'> } & Pick<ComponentProps<typeof StoryRows>, 'level'>) {
  return (
    <>
      <StoryRows records={list.records} level={level} />
      <div ref={list.sentinel}>
        <LoadMore state={list.state} noun="更早的内容" onMore={list.more} />
      </div>
    </>
  );
}
