import { useRef } from 'react';
import { copyText } from '#client/copy.ts';
import { BodyTools } from '#ui/editor/body-tools.tsx';
import { placeBeside, uploadInto } from '#ui/editor/body-uploads.ts';
import type { BodyEditor } from '#ui/editor/use-body-editor.ts';

const kinds = ['image', 'file'] as const;

/** The tools of a writer's body; what is chosen goes up at once, into a box at the cursor. */
export function WriterTools({ body: { editor, uploads } }: { body: BodyEditor }) {
  const picture = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  if (!editor) return null;
  const take = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // The same file may be chosen again after a refusal.
    input.value = '';
    const { view, state } = editor;
    if (files.length > 0) uploadInto(view, uploads, files, placeBeside(state, state.selection.to));
  };
  return (
    <>
      <BodyTools
        editor={editor}
        kinds={kinds}
        onAskFile={(kind) => (kind === 'image' ? picture : file).current?.click()}
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
        onChange={({ target }) => take(target)}
      />
      <input
        ref={file}
        type="file"
        className="vh"
        tabIndex={-1}
        multiple
        aria-label="选择附件"
        onChange={({ target }) => take(target)}
      />
    </>
  );
}
