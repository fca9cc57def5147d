import type { AuthorRecord } from '#features/authors/desk/schema.ts';
import { Chip, type ChipTone } from './chip.tsx';

type State = AuthorRecord['qualificationState'];

const words: Readonly<Record<State, string>> = {
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

/** What staff have found of an author's qualification. */
export const QualificationChip = ({ state }: { state: State }) => (
  <Chip tone={tones[state]}>{words[state]}</Chip>
);
