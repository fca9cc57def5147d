import { type Saving, sayingOf } from '#client/draft.ts';
import s from './editor.module.css';

/** Whether the server has what is on screen. */
export function SavingNote({ saving }: { saving: Saving }) {
  const { words, isBad } = sayingOf(saving);
  return (
    <span className={isBad ? s.unsaved : s.saved} role="status">
      {words}
    </span>
  );
}
