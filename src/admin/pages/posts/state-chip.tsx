import { Chip, type ChipTone } from '../../parts/chip.tsx';

/** What a piece stands at: where it is, and whether readers see its newest version. */
export type Standing = {
  state: 'draft' | 'scheduled' | 'published' | 'withdrawn';
  hasUnpublishedChanges: boolean;
};

const names = { draft: '草稿', scheduled: '定时', published: '已发布', withdrawn: '已撤回' };

const tones: Partial<Record<Standing['state'], ChipTone>> = {
  scheduled: 'info',
  published: 'good',
  withdrawn: 'bad',
};

export function StateChip({ state, hasUnpublishedChanges }: Standing) {
  const isAhead = (state === 'published' || state === 'scheduled') && hasUnpublishedChanges;
  return (
    <Chip tone={isAhead ? 'warn' : tones[state]}>
      {!isAhead ? names[state] : state === 'published' ? '有未发布的修改' : '定时，之后有修改'}
    </Chip>
  );
}
