import { useId, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { FieldMessages } from '#ui/controls/field.tsx';
import { useClient } from '#web/client-context.ts';
import s from './picture-upload.module.css';
import { explainUploadError, sendFile } from './send-file.ts';

type PictureUploadProps = Pick<PictureFieldProps, 'label' | 'src' | 'shape' | 'note' | 'isOpen'> & {
  kind: 'image' | 'avatar';
  onChange: (src: string | null) => void;
};

/** A picture field that uploads a file as soon as it is chosen. */
export function PictureUpload({ kind, onChange, ...fieldProps }: PictureUploadProps) {
  const client = useClient();
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<string>();
  const send = async (file: File) => {
    setShare(0);
    setError(undefined);
    try {
      const sendOptions = { signal: new AbortController().signal, onProgress: setShare };
      onChange((await sendFile(client(), kind, file, sendOptions)).url);
    } catch (error) {
      setError(explainUploadError(error).error);
    } finally {
      setShare(undefined);
    }
  };
  return (
    <PictureField
      {...fieldProps}
      share={share}
      error={error}
      onFile={(file) => void send(file)}
      onRemove={() => onChange(null)}
    />
  );
}

interface PictureFieldProps {
  label: string;
  src: string | null;
  /** cover: 3:2; face: square. */
  shape?: 'cover' | 'face';
  /** Progress of the upload, 0 to 1, while it runs. */
  share: number | undefined;
  note?: string;
  error?: string | undefined;
  isOpen?: boolean;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** A picture with buttons to replace and to remove it. */
function PictureField(props: PictureFieldProps) {
  const { label, src, shape = 'cover', share, note, error, isOpen = true, onFile, onRemove } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={s.field} role="group" aria-labelledby={id}>
      <span className={s.label} id={id}>
        {label}
      </span>
      {src && <img className={shape === 'face' ? s.face : s.cover} src={src} alt={`现在的${label}`} />}
      {share !== undefined && <progress max={1} value={share} aria-label={`正在上传${label}`} />}
      {isOpen && (
        <div className={s.acts}>
          <Button size="s" busy={share !== undefined} onClick={() => input.current?.click()}>
            {src ? `换${label}` : `选${label}`}
          </Button>
          {src && (
            <Button size="s" tone="text" onClick={onRemove}>
              不要{label}
            </Button>
          )}
        </div>
      )}
      <input
        ref={input}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label={`${label}文件`}
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Resets the input, so that the same file can be chosen again after a failure.
          target.value = '';
        }}
      />
      <FieldMessages id={id} note={note} error={error} />
    </div>
  );
}
