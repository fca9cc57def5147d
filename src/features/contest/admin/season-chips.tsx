import { Chip } from '#admin/parts/chip.tsx';
import type { AdminSeasonSummary } from '../manage/schema.ts';
import { seasonStates } from './contest-labels.ts';

/** State of a season, and whether readers cannot see it yet. */
export const SeasonChips = ({
  season: { state, isOpen },
}: {
  season: Pick<AdminSeasonSummary, 'state' | 'isOpen'>;
}) => (
  <>
    <Chip tone={seasonStates[state].tone}>{seasonStates[state].label}</Chip>{' '}
    {!isOpen && <Chip tone="warn">未公开</Chip>}
  </>
);
