import type { Content } from '#features/posts/desk/schema.ts';
import { TextChanges } from '../../../parts/text-changes.tsx';
import s from './editor.module.css';

/** What changed between two contents of a piece, in a box of its own. */
export const DiffView = (texts: { before: Content; after: Content }) => (
  <TextChanges {...texts} className={s.diff} />
);
