import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import s from './drop-zone.module.css';

export interface DropZoneProps {
  /** As for `<input accept>`; what comes by drag and drop is the caller's to check. */
  accept: string;
  onFile: (file: File) => void;
  label: string;
  note?: ReactNode;
  error?: string | null | undefined;
}

/** A field to choose a file with, or to drop it on. */
export function DropZone({ accept, onFile, label, note, error }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const id = useId();

  function take(files: FileList | null | undefined) {
    const [file] = files ?? [];
    if (file) onFile(file);
  }
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  }
  function onDragOver(event: DragEvent) {
    event.preventDefault();
    setIsOver(true);
  }

  return (
    <>
      <label
        className={classNames(s.zone, isOver && s.over)}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
      >
        <Icon name="plus" size="l" />
        <span>{label}</span>
        <input
          type="file"
          className="vh"
          accept={accept}
          aria-describedby={`${id}-note`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            take(event.target.files);
            // The same file may be chosen again after a refusal.
            event.target.value = '';
          }}
        />
      </label>
      <div id={`${id}-note`}>
        {note && <p className={s.note}>{note}</p>}
        {error && (
          <p className={s.error} role="alert">
            <Icon name="warn" size="s" />
            {error}
          </p>
        )}
      </div>
    </>
  );
}
