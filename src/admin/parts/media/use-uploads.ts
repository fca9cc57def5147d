import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Uploaded } from '#features/media/schema.ts';
import { createUploads, type Upload, type Uploads } from '#ui/uploads/uploads.ts';
import { queryClient } from '../data.ts';
import { explainUploadError, uploadFile } from './upload-file.ts';

/** Uploads files into the folder that is open when each upload starts. Leaving the screen cancels running uploads. */
export function useUploads(
  folderId: string | undefined,
  onDone: (answer: Uploaded) => void = () => undefined,
): Uploads<Uploaded> & { entries: readonly Upload<Uploaded>[] } {
  const latest = useRef({ folderId, onDone });
  latest.current = { folderId, onDone };
  const uploads = useMemo(
    () =>
      createUploads({
        send: (file, options) => uploadFile(file, latest.current.folderId, options),
        onDone: (answer) => {
          void queryClient.invalidateQueries();
          latest.current.onDone(answer);
        },
        explain: explainUploadError,
      }),
    [],
  );
  useEffect(() => () => uploads.stop(), [uploads]);
  return { ...uploads, entries: useSyncExternalStore(uploads.subscribe, uploads.list) };
}
