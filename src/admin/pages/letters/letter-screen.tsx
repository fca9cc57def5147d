import type { LetterDetail } from '#features/letters/schema.ts';
import { LetterEditor } from './letter-editor.tsx';
import { LetterProgress } from './letter-progress.tsx';

export type LetterProps = { letter: LetterDetail; refetch: () => Promise<unknown> };

/** A draft with its editor, or a letter with its progress. */
export const LetterScreen = (props: LetterProps) =>
  props.letter.state === 'draft' ? (
    <LetterEditor key={props.letter.state} {...props} />
  ) : (
    <LetterProgress letter={props.letter} />
  );
