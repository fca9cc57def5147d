import type { Content } from '#features/posts/admin/schema.ts';
import { TextChanges } from '../../../parts/text-changes.tsx';
import s from './editor.module.css';

/** Differences between two versions of a post, in a box that scrolls. */
export const DiffView = (texts: { before: Content; after: Content }) => (
  <TextChanges {...texts} className={s.diff} />
);
