import { TextChanges } from '../text-changes.tsx';
import s from './editor.module.css';

type Text = { title: string; html: string };

/** Differences between two versions of a text, in a box that scrolls. */
export const DiffView = (texts: { before: Text; after: Text }) => (
  <TextChanges {...texts} className={s.diff} />
);
