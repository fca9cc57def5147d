import { type Editor, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef } from 'react';
import prose from '../article/prose.module.css';
import type { Uploads } from '../uploads/uploads.ts';
import { createUploads, mayRetry, type UploadsParts } from '../uploads/uploads.ts';
import type { ArrivedFile, BodyFile } from './body-file.ts';
import { toEditor, toStored } from './body-html.ts';
import { BodyUploads, forgetUploads, settleUpload, uploadsIn } from './body-uploads.ts';
import { changeDelay } from './change-delay.ts';
import { cleanPaste } from './clean-paste.ts';
import { extensions } from './extensions.ts';
import { ForeignPictures, type ForeignPicturesOptions } from './foreign-pictures.ts';
import { WordMarks } from './word-marks.ts';

export type BodyPorts = BodyUploadsPorts & {
  /** Brings a picture of another site here. */
  bring: NonNullable<ForeignPicturesOptions['bring']>;
  onBrought: ForeignPicturesOptions['tell'];
  /** Told the body as it is stored. */
  onChange: (html: string) => void;
  /** From a keystroke to `onChange`, in ms (seed §9). */
  debounceMs?: number;
};

export type BodyEditor = {
  editor: Editor | null;
  uploads: Uploads;
  /** Tells a change that still waits, before the body is saved. */
  flush: () => void;
  /** Puts another body in place, without telling it as a change. */
  replace: (html: string) => void;
};

/**
 * The body as something to write on, for whoever writes: staff at the desk, members at theirs. Files that are pasted,
 * dropped or chosen are sent by the ports.
 */
export function useBodyEditor(html: string, isWriting: boolean, ports: BodyPorts): BodyEditor {
  const { bring, onBrought, debounceMs } = ports;
  const { uploads, attach } = useBodyUploads(ports);
  const tell = useRef(ports.onChange);
  tell.current = ports.onChange;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const editor = useEditor({
    extensions: [
      ...extensions,
      BodyUploads.configure({ uploads: isWriting ? uploads : undefined }),
      WordMarks,
      ForeignPictures.configure({ bring: isWriting ? bring : undefined, tell: onBrought }),
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
      timer.current = setTimeout(flush, changeDelay(debounceMs));
    },
  });
  attach(editor);
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
    uploads,
    flush,
    replace: (fresh) => {
      clearTimeout(timer.current);
      timer.current = undefined;
      editor?.commands.setContent(toEditor(fresh), { emitUpdate: false });
    },
  };
}

type BodyUploadsPorts = Pick<UploadsParts<ArrivedFile>, 'send' | 'explain' | 'largest'> & {
  /** A file arrived, but the place in the body where it was to be is gone. */
  onLost: (item: BodyFile) => void;
  /** The server had this very file already. */
  onKnown?: (item: BodyFile) => void;
};

/** The uploads of one body, and the hand that tells them which editor they write into. `ports` stay as they were first. */
function useBodyUploads(ports: BodyUploadsPorts): {
  uploads: Uploads;
  attach: (editor: Editor | null) => void;
} {
  const editor = useRef<Editor | null>(null);
  const held = useRef(ports);
  const uploads = useMemo(() => {
    const { onLost, onKnown, ...parts } = held.current;
    return createUploads<ArrivedFile>({
      ...parts,
      onDone: ({ item, isNew }, key) => {
        const { current } = editor;
        if (!current || current.isDestroyed || !settleUpload(current.view, key, item)) onLost(item);
        else if (!isNew) onKnown?.(item);
      },
    });
  }, []);
  useEffect(() => {
    const follow = uploads.subscribe(() => {
      const { current } = editor;
      if (!current || current.isDestroyed) return;
      const known = new Set(uploads.list().map(({ key }) => key));
      const gone = uploadsIn(current.state).filter((key) => !known.has(key));
      if (gone.length > 0) forgetUploads(current.view, gone);
    });
    // What failed for want of a connection goes on by itself when there is one again.
    const retry = () => {
      for (const entry of uploads.list()) if (mayRetry(entry)) uploads.retry(entry.key);
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (uploads.list().some(({ state }) => state !== 'done')) event.preventDefault();
    };
    window.addEventListener('online', retry);
    window.addEventListener('beforeunload', warn);
    return () => {
      follow();
      window.removeEventListener('online', retry);
      window.removeEventListener('beforeunload', warn);
      uploads.stop();
    };
  }, [uploads]);
  return {
    uploads,
    attach: (attached) => {
      editor.current = attached;
    },
  };
}
