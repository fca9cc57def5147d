import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { copyText } from '#client/use-copy.ts';
import type { MediaKind } from '#features/media/schema.ts';
import { BodyToolbar } from '#ui/editor/body-toolbar.tsx';
import { insertFile } from '#ui/editor/body-uploads.ts';
import { call } from '../../api.ts';
import { MediaDrawer } from '../media/media-drawer.tsx';

const kinds = ['image', 'video', 'audio', 'file'] as const;

const findStocks = (keyword: string) =>
  call('GET /reception/stocks', { query: { keyword, size: '8' }, silent: true }).catch(() => []);

/** Body editor toolbar for staff. Files come from the media library. */
export function AdminBodyToolbar({ editor, hasPaywall = true }: { editor: Editor; hasPaywall?: boolean }) {
  const [requestedKind, setRequestedKind] = useState<MediaKind>();
  const close = () => setRequestedKind(undefined);
  return (
    <>
      <BodyToolbar
        editor={editor}
        kinds={kinds}
        hasPaywall={hasPaywall}
        findStocks={findStocks}
        onRequestFile={setRequestedKind}
        onCopy={(markdown) => void copyText(markdown)}
      />
      <MediaDrawer
        kind={requestedKind ?? 'image'}
        isOpen={requestedKind !== undefined}
        onClose={close}
        onChoose={(item) => {
          close();
          insertFile(editor, item);
        }}
      />
    </>
  );
}
