import type { ReactNode } from 'react';
import { EditorLoader } from '#ui/editor/editor-loader.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type Read, statusOf } from '../data.ts';
import { Loaded } from '../layout/loaded.tsx';
import { useTitle } from '../use-title.ts';
import s from './editor.module.css';

type Props<T, M> = {
  read: Read<T>;
  /** Such as 稿件, and with its measure word 这篇稿件. */
  noun: string;
  subject: string;
  /** Where to look for a document that does not exist. */
  list: string;
  /** Imports the editor. */
  load: () => Promise<M>;
  children: (module: M, opened: T) => ReactNode;
};

/** The screen of a document: opens it and its editor, or says that it does not exist. */
export function EditorScreen<T, M>({ read, noun, subject, list, load, children }: Props<T, M>) {
  useTitle(`写${noun}`);
  const placeholder = (
    <p className={s.opening} role="status">
      正在打开{noun} …
    </p>
  );
  // The cache may hold an old version from an earlier visit, and a draft based on it would conflict.
  if (!read.isFetchedAfterMount) return placeholder;
  if (statusOf(read.error) === 404 && !read.data)
    return (
      <EmptyState illustration="404" level={1} title={`没有${subject}`}>
        <p>它可能已被删除，请回到{list}查看。</p>
      </EmptyState>
    );
  return (
    <Loaded read={read} noun={noun} level={1} fallback={placeholder}>
      {(opened) => (
        <EditorLoader load={load} fallback={placeholder}>
          {(module) => children(module, opened)}
        </EditorLoader>
      )}
    </Loaded>
  );
}
