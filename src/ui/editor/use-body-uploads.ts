import type { Editor } from '@tiptap/react';
import { useEffect, useMemo, useRef } from 'react';
import { createUploads, mayRetry, type Uploads, type UploadsParts } from '../uploads/uploads.ts';
import type { ArrivedFile, BodyFile } from './body-file.ts';
import { forgetUploads, settleUpload, uploadsIn } from './body-uploads.ts';

export type BodyUploadsPorts = Pick<UploadsParts<ArrivedFile>, 'send' | 'explain' | 'largest'> & {
  /** A file arrived, but the place in the body where it was to be is gone. */
  onLost: (item: BodyFile) => void;
  /** The server had this very file already. */
  onKnown?: (item: BodyFile) => void;
};

/** The uploads of one body, and the hand that tells them which editor they write into. `ports` stay as they were first. */
export function useBodyUploads(ports: BodyUploadsPorts): {
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
