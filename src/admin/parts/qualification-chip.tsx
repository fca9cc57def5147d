import type { AuthorRecord } from '#features/authors/manage/schema.ts';
import { Chip, type ChipTone } from './chip.tsx';

type State = AuthorRecord['qualificationState'];

/** Chinese names of the qualification states. */
export const qualificationNames: Readonly<Record<State, string>> = {
  none: '没有填写',
  waiting: '待核实',
  verified: '已核实',
  refused: '未通过',
};
const tones: Readonly<Record<State, ChipTone | undefined>> = {
  none: undefined,
  waiting: 'warn',
  verified: 'good',
  refused: 'bad',
};

/** State of an author's professional qualification, as verified by staff. */
export const QualificationChip = ({ state }: { state: State }) => (
  <Chip tone={tones[state]}>{qualificationNames[state]}</Chip>
);
