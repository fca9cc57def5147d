import { TextChanges } from '../text-changes.tsx';
import s from './editor.module.css';
import type { TitledText } from './versioned.ts';

/** Differences between two versions of a text, in a box that scrolls. */
export const DiffView = (texts: { before: TitledText; after: TitledText }) => (
  <TextChanges {...texts} className={s.diff} />
);
