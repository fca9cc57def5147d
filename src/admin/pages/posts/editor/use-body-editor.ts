import { type Editor, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { toasts } from '#client/toasts.ts';
import prose from '#ui/article/prose.module.css';
import { call } from '../../../api.ts';
import type { Uploads } from '../../../parts/media/uploads.ts';
import { toEditor, toStored } from './body/body-html.ts';
import { BodyUploads } from './body/body-uploads.ts';
import { cleanPaste } from './body/clean-paste.ts';
import { extensions } from './body/extensions.ts';
import { ForeignPictures } from './body/foreign-pictures.ts';

/** From a keystroke to the change being told (seed §9): long bodies are not written out at every key. */
const debounceMs = 50;

export type BodyEditor = {
  editor: Editor | null;
  /** Tells a change that still waits, before the body is saved. */
  flush: () => void;
  /** Puts another body in place, without telling it as a change. */
  replace: (html: string) => void;
};

/**
 * The body as something to write on. `onChange` is told the body as it is stored; files that are pasted or dropped go
 * through `uploads`.
 */
export function useBodyEditor(
  html: string,
  isWriting: boolean,
  uploads: Uploads,
  onChange: (html: string) => void,
): BodyEditor {
  const tell = useRef(onChange);
  tell.current = onChange;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const editor = useEditor({
    extensions: [
      ...extensions,
      BodyUploads.configure({ uploads: isWriting ? uploads : undefined }),
      ForeignPictures.configure({ bring: isWriting ? bringPicture : undefined, tell: tellBrought }),
    ],
    content: toEditor(html),
    editable: isWriting,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: cleanPaste,
      attributes: {
        class: prose.prose ?? '',
        role: 'textbox',
        'aria-label': '正文',
        'aria-multiline': 'true',
        ...(!isWriting && { 'aria-readonly': 'true' }),
      },
    },
    onUpdate: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, debounceMs);
    },
  });
  const flush = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (editor && !editor.isDestroyed) tell.current(toStored(editor.getHTML()));
  };
  const latestFlush = useRef(flush);
  latestFlush.current = flush;
  useEffect(() => () => latestFlush.current(), []);
  return {
    editor,
    flush,
    replace: (fresh) => {
      clearTimeout(timer.current);
      timer.current = undefined;
      editor?.commands.setContent(toEditor(fresh), { emitUpdate: false });
    },
  };
}

const bringPicture = async (url: string) =>
  (await call('POST /admin/media/bring', { body: { url }, silent: true })).item;

function tellBrought({ brought, failed }: { brought: number; failed: number }): void {
  if (failed === 0) toasts.success(`${brought} 张图片已存到素材库`);
  else toasts.warning(`${failed} 张图片没能存到素材库，仍引用原网站，读者可能看不到；请另存后上传`);
}
