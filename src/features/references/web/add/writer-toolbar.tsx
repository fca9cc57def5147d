import { useRef } from 'react';
import { copyText } from '#client/use-copy.ts';
import { BodyToolbar } from '#ui/editor/body-toolbar.tsx';
import { uploadAtCursor } from '#ui/editor/body-uploads.ts';
import type { BodyEditor } from '#ui/editor/use-body-editor.ts';
import { useFetchCall } from '#web/site.ts';

const kinds = ['image', 'file'] as const;

/** The toolbar of the body. A chosen file is uploaded at once, into a placeholder at the cursor. */
export function WriterToolbar({ body: { editor, uploads } }: { body: BodyEditor }) {
  const fetchCall = useFetchCall();
  const picture = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  if (!editor) return null;
  const upload = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // Resets the input, so that the same file can be chosen again after a failure.
    input.value = '';
    if (files.length > 0) uploadAtCursor(editor.view, uploads, files);
  };
  return (
    <>
      <BodyToolbar
        editor={editor}
        kinds={kinds}
        findStocks={(keyword) =>
          fetchCall('GET /reception/stocks', { keyword, size: '8' }, { isSilent: true }).catch(() => [])
        }
        onRequestFile={(kind) => (kind === 'image' ? picture : file).current?.click()}
        onCopy={(markdown) => void copyText(markdown)}
      />
      <input
        ref={picture}
        type="file"
        className="vh"
        tabIndex={-1}
        multiple
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label="选择图片"
        onChange={({ target }) => upload(target)}
      />
      <input
        ref={file}
        type="file"
        className="vh"
        tabIndex={-1}
        multiple
        aria-label="选择附件"
        onChange={({ target }) => upload(target)}
      />
    </>
  );
}
