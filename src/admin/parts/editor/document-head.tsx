import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeSaveState, type SaveState } from '#client/draft.ts';
import s from './editor.module.css';

type Props = {
  title: string;
  /** The list that the document is in. */
  list: { to: string; label: string };
  chip?: ReactNode;
  draft: { isWriting: boolean; saveState: SaveState };
  /** The buttons. */
  children: ReactNode;
};

export const DocumentHead = ({ title, list, chip, draft, children }: Props) => (
  <header className={s.head}>
    <h1 className="vh">{title}</h1>
    <Link className={s.back ?? ''} to={list.to}>
      ‹ {list.label}
    </Link>
    {chip}
    {draft.isWriting && <SaveStateNote saveState={draft.saveState} />}
    <div className={s.acts}>{children}</div>
  </header>
);

/** Shows whether the server has saved the content on screen. */
export function SaveStateNote({ saveState }: { saveState: SaveState }) {
  const { text, isError } = describeSaveState(saveState);
  return (
    <span className={isError ? s.unsaved : s.saved} role="status">
      {text}
    </span>
  );
}
