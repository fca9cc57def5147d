import { LetterEditor } from './letter-editor.tsx';
import { LetterProgress } from './letter-progress.tsx';
import type { LetterProps } from './letter-props.ts';

/** A draft with its editor, or a letter with its progress. */
export const LetterScreen = (props: LetterProps) =>
  props.letter.state === 'draft' ? (
    <LetterEditor key={props.letter.state} {...props} />
  ) : (
    <LetterProgress letter={props.letter} />
  );
