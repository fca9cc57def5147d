import type { Editor } from '@tiptap/react';
import { useEffect, useMemo, useRef } from 'react';
import { toasts } from '#client/toasts.ts';
import { explainUpload, sendFile } from '../../../parts/media/send-file.ts';
import { createUploads, mayRetry, type Uploads } from '../../../parts/media/uploads.ts';
import { forgetUploads, settleUpload, uploadsIn } from './body/body-uploads.ts';

/** The uploads of one body, and the hand that tells them which editor they write into. */
export function useBodyUploads(): { uploads: Uploads; attach: (editor: Editor | null) => void } {
  const editor = useRef<Editor | null>(null);
  const uploads = useMemo(
    () =>
      createUploads({
        send: (file, sending) => sendFile(file, undefined, sending),
        explain: explainUpload,
        onDone: ({ item, isNew }, key) => {
          const { current } = editor;
          if (!current || current.isDestroyed || !settleUpload(current.view, key, item))
            toasts.warning(`「${item.name}」已传到素材库，但正文里放它的位置已经不在了`);
          else if (!isNew) toasts.success(`素材库里已有「${item.name}」，直接用了它`);
        },
      }),
    [],
  );
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
