import { describeSaveState, type SaveState } from '#client/draft.ts';
import s from './editor.module.css';

/** Shows whether the server has saved the content on screen. */
export function SaveStateNote({ saveState }: { saveState: SaveState }) {
  const { text, isError } = describeSaveState(saveState);
  return (
    <span className={isError ? s.unsaved : s.saved} role="status">
      {text}
    </span>
  );
}
