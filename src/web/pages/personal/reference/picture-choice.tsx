import { useId, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { FieldMessages } from '#ui/controls/field.tsx';
import { useClient } from '../../../client-context.ts';
import s from './picture-choice.module.css';
import { explainFile, sendFile } from './send-file.ts';

type PictureChoiceProps = Pick<PictureFieldProps, 'label' | 'src' | 'shape' | 'note' | 'isOpen'> & {
  kind: 'image' | 'avatar';
  onChange: (src: string | null) => void;
};

/** A picture that is sent as soon as it is chosen. */
export function PictureChoice({ kind, onChange, ...shown }: PictureChoiceProps) {
  const client = useClient();
  const [share, setShare] = useState<number>();
  const [fault, setFault] = useState<string>();
  const send = async (file: File) => {
    setShare(0);
    setFault(undefined);
    try {
      const sending = { signal: new AbortController().signal, onProgress: setShare };
      onChange((await sendFile(client(), kind, file, sending)).url);
    } catch (error) {
      setFault(explainFile(error).fault);
    } finally {
      setShare(undefined);
    }
  };
  return (
    <PictureField
      {...shown}
      share={share}
      error={fault}
      onFile={(file) => void send(file)}
      onRemove={() => onChange(null)}
    />
  );
}

interface PictureFieldProps {
  label: string;
  /** The picture it is set to. */
  src: string | null;
  /** cover: three to two; face: a square. */
  shape?: 'cover' | 'face';
  /** How much of a new one has left, 0 to 1, while it is on its way. */
  share: number | undefined;
  note?: string;
  error?: string | undefined;
  isOpen?: boolean;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** One picture of a thing: what it is, another one, none. */
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
          // The same file may be chosen again after a refusal.
          target.value = '';
        }}
      />
      <FieldMessages id={id} note={note} error={error} />
    </div>
  );
}
