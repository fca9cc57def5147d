import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Uploaded } from '#features/media/schema.ts';
import { createUploads, type Upload, type Uploads } from '#ui/uploads/uploads.ts';
import { explainUpload, sendFile } from './send-file.ts';

/** Uploads into `folderId` as it is when a file is sent; whoever leaves the screen gives up what is on its way. */
export function useUploads(
  folderId: string | undefined,
  onDone: (answer: Uploaded) => void,
): Uploads<Uploaded> & { entries: readonly Upload<Uploaded>[] } {
  const latest = useRef({ folderId, onDone });
  latest.current = { folderId, onDone };
  const uploads = useMemo(
    () =>
      createUploads({
        send: (file, sending) => sendFile(file, latest.current.folderId, sending),
        onDone: (answer) => latest.current.onDone(answer),
        explain: explainUpload,
      }),
    [],
  );
  useEffect(() => () => uploads.stop(), [uploads]);
  return { ...uploads, entries: useSyncExternalStore(uploads.subscribe, uploads.list) };
}
