import { Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { type Editor, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import prose from '../article/prose.module.css';
import { createUploads, mayRetry, type Uploads, type UploadsOptions } from '../uploads/uploads.ts';
import { afterCaption } from './blocks/insert-block.ts';
import type { BodyFile, UploadedBodyFile } from './body-file.ts';
import { toStoredHtml } from './body-html.ts';
import { type BodyServices, BodyServicesExtension } from './body-services.ts';
import { BodyUploads, insertUploaded, removePlaceholders, uploadsIn } from './body-uploads.ts';
import { changeDelay } from './change-delay.ts';
import { cleanPaste } from './clean-paste.ts';
import { PasteAddress } from './embeds/paste-address.ts';
import { extensions } from './extensions.ts';
import { ForeignPictures, type ForeignPicturesOptions } from './foreign-pictures.ts';
import { EmbeddedPictures } from './paste/embedded-pictures.ts';
import { openBody } from './stored/open-body.ts';
import { WordMarks } from './word-marks.ts';

export type BodyEditorOptions = BodyUploadsOptions &
  Pick<BodyServices, 'fetchCard' | 'notify'> & {
    /** Imports a picture of another site into the portal. */
    importPicture: NonNullable<ForeignPicturesOptions['importPicture']>;
    onPicturesImported: ForeignPicturesOptions['onDone'];
    /** Receives the body in its stored form. */
    onChange: (html: string) => void;
    /** Delay in ms from a key press to `onChange` (docs/product.md §9). */
    debounceMs?: number;
  };

export type BodyEditor = {
  editor: Editor | null;
  uploads: Uploads<UploadedBodyFile>;
  /** Reports a pending change at once; call it before saving. */
  flush: () => void;
  /** Replaces the body without calling `onChange`. */
  replace: (html: string) => void;
};

/** Body editor for staff and members. `options` say where pasted, dropped and chosen files are sent. */
export function useBodyEditor(html: string, isWriting: boolean, options: BodyEditorOptions): BodyEditor {
  const { importPicture, onPicturesImported, debounceMs } = options;
  const { uploads, attach } = useBodyUploads(options);
  const latestOnChange = useRef(options.onChange);
  latestOnChange.current = options.onChange;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [content] = useState(() => openBody(html));
  const editor = useEditor({
    extensions: [
      ...extensions,
      BodyServicesExtension.configure({ services: isWriting ? servicesFor(uploads, options) : undefined }),
      PasteAddress,
      CaptionKeys,
      BodyUploads.configure({ uploads: isWriting ? uploads : undefined }),
      EmbeddedPictures.configure({ uploads: isWriting ? uploads : undefined }),
      WordMarks,
      ForeignPictures.configure({
        importPicture: isWriting ? importPicture : undefined,
        onDone: onPicturesImported,
      }),
    ],
    content,
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
    if (editor && !editor.isDestroyed) latestOnChange.current(toStoredHtml(editor.getHTML()));
  };
  const latestFlush = useRef(flush);
  latestFlush.current = flush;
  useEffect(() => {
    const flushNow = () => latestFlush.current();
    // In the capture phase: before those who keep the text because the page may not come back.
    for (const name of leaveEvents) addEventListener(name, flushNow, true);
    return () => {
      for (const name of leaveEvents) removeEventListener(name, flushNow, true);
      flushNow();
    };
  }, []);
  return {
    editor,
    uploads,
    flush,
    replace: (html) => {
      clearTimeout(timer.current);
      timer.current = undefined;
      editor?.commands.setContent(openBody(html), { emitUpdate: false });
    },
  };
}

/** What a browser tells a page that is closed, left or put aside; a phone may end it without another word. */
const leaveEvents = ['beforeunload', 'pagehide', 'visibilitychange'];

const servicesFor = (
  uploads: Uploads<UploadedBodyFile>,
  { send, explain, fetchCard, notify }: BodyEditorOptions,
): BodyServices => ({
  uploads,
  send: async (file) =>
    (await send(file, { signal: new AbortController().signal, onProgress: () => undefined })).item,
  fetchCard,
  notify,
  explain: (error) => explain(error).error,
});

type BodyUploadsOptions = Pick<UploadsOptions<UploadedBodyFile>, 'send' | 'explain' | 'maxSize'> & {
  /** Called when an upload finished but its position in the body was deleted. */
  onLost: (item: BodyFile) => void;
  /** Called when the server already had this file. */
  onDuplicate?: (item: BodyFile) => void;
};

/** Creates the upload queue of one body and connects it to the editor. Uses the `options` of the first render only. */
function useBodyUploads(options: BodyUploadsOptions): {
  uploads: Uploads<UploadedBodyFile>;
  attach: (editor: Editor | null) => void;
} {
  const editor = useRef<Editor | null>(null);
  const initialOptions = useRef(options);
  const uploads = useMemo(() => {
    const { onLost, onDuplicate, ...parts } = initialOptions.current;
    return createUploads<UploadedBodyFile>({
      ...parts,
      onDone: ({ item, isNew }, key) => {
        const { current } = editor;
        if (!current || current.isDestroyed || !insertUploaded(current.view, key, item)) onLost(item);
        else if (!isNew) onDuplicate?.(item);
      },
    });
  }, []);
  useEffect(() => {
    const unsubscribe = uploads.subscribe(() => {
      const { current } = editor;
      if (!current || current.isDestroyed) return;
      const knownKeys = new Set(uploads.list().map(({ key }) => key));
      const removedKeys = uploadsIn(current.state).filter((key) => !knownKeys.has(key));
      if (removedKeys.length > 0) removePlaceholders(current.view, removedKeys);
    });
    // Retries failed uploads when the connection is back.
    const retry = () => {
      for (const entry of uploads.list()) if (mayRetry(entry)) uploads.retry(entry.key);
    };
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (uploads.list().some(({ state }) => state !== 'done')) event.preventDefault();
    };
    window.addEventListener('online', retry);
    window.addEventListener('beforeunload', warnBeforeUnload);
    return () => {
      unsubscribe();
      window.removeEventListener('online', retry);
      window.removeEventListener('beforeunload', warnBeforeUnload);
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

/** Enter in a caption begins a paragraph below: splitting it would show its picture or video twice. */
const CaptionKeys = Extension.create({
  name: 'captionKeys',
  priority: 200,
  addKeyboardShortcuts: () => ({ Enter: leaveCaption }),
});

function leaveCaption({ editor }: { editor: Editor }): boolean {
  const { state, view } = editor;
  const paragraph = state.schema.nodes.paragraph?.create();
  const after = afterCaption(state.selection.$from);
  if (!(state.selection instanceof TextSelection) || after === undefined || !paragraph) return false;
  const tr = state.tr.insert(after, paragraph);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
}
