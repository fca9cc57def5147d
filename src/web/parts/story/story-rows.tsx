import type { ComponentProps } from 'react';
import { useSiteContext } from '../../site.ts';
import { type RowRecord, toStory } from '../story.ts';
import { CollectButton } from '../user-state/action-button.tsx';
import { StoryRow } from './stories.tsx';

type Props = {
  records: readonly RowRecord[];
  /** What the page itself says, which the rows leave out. */
  without?: 'author' | 'column';
} & Pick<ComponentProps<typeof StoryRow>, 'level'>;

/** Posts as rows that can be collected. */
export function StoryRows({ records, without, level = 2 }: Props) {
  const { today } = useSiteContext();
  return records.map((record) => (
    <StoryRow
      key={record.id}
      level={level}
      {...toStory(record, today)}
      {...(without && { [without]: undefined })}
      actions={<CollectButton post={record} />}
    />
  ));
}
