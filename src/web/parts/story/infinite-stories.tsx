import type { ComponentProps } from 'react';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { useSiteContext } from '../../site.ts';
import { type RowRecord, toStory } from '../story.ts';
import type { InfiniteList } from '../use-infinite-list.ts';
import { CollectButton } from '../user-state/action-button.tsx';
import { StoryRow } from './stories.tsx';

/** The posts of an infinite list, with the control that loads more at its foot. */
export function InfiniteStories({
  list,
  level,
}: { list: Omit<InfiniteList<RowRecord>, 'change'> } & Pick<ComponentProps<typeof StoryRow>, 'level'>) {
  const { today } = useSiteContext();
  return (
    <>
      {list.records.map((record) => (
        <StoryRow
          key={record.id}
          level={level}
          {...toStory(record, today)}
          actions={<CollectButton post={record} />}
        />
      ))}
      <div ref={list.sentinel}>
        <LoadMore state={list.state} noun="更早的内容" onMore={list.more} />
      </div>
    </>
  );
}
