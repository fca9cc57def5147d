import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { copyText } from '#client/copy.ts';
import type { MediaKind } from '#features/media/schema.ts';
import { BodyTools } from '#ui/editor/body-tools.tsx';
import { putFile } from '#ui/editor/body-uploads.ts';
import { MediaDrawer } from '../media/media-drawer.tsx';

const kinds = ['image', 'video', 'audio', 'file'] as const;

/** The tools of a body at the desk, whose files come from the media library. */
export function DeskBodyTools({ editor }: { editor: Editor }) {
  const [asked, setAsked] = useState<MediaKind>();
  const close = () => setAsked(undefined);
  return (
    <>
      <BodyTools
        editor={editor}
        kinds={kinds}
        onAskFile={setAsked}
        onCopy={(markdown) => void copyText(markdown)}
      />
      <MediaDrawer
        kind={asked ?? 'image'}
        isOpen={asked !== undefined}
        onClose={close}
        onChoose={(item) => {
          close();
          putFile(editor, item);
        }}
      />
    </>
  );
}
