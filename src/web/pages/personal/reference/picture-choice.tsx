import { useState } from 'react';
import { useClient } from '../../../client-context.ts';
import { PictureField, type PictureFieldProps } from './picture-field.tsx';
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
