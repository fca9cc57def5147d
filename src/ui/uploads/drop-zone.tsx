import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import s from './drop-zone.module.css';

export interface DropZoneProps {
  /** As for `<input accept>`; the caller must check dropped files. */
  accept: string;
  onFile: (file: File) => void;
  label: string;
  note?: ReactNode;
  error?: string | null | undefined;
}

export function DropZone({ accept, onFile, label, note, error }: DropZoneProps) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const id = useId();

  function onFiles(files: FileList | null | undefined) {
    const [file] = files ?? [];
    if (file) onFile(file);
  }
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsDraggedOver(false);
    onFiles(event.dataTransfer.files);
  }
  function onDragOver(event: DragEvent) {
    event.preventDefault();
    setIsDraggedOver(true);
  }

  return (
    <>
      <label
        className={classNames(s.zone, isDraggedOver && s.over)}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onDragLeave={() => setIsDraggedOver(false)}
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
            onFiles(event.target.files);
            // Allows the same file to be chosen again after an error.
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
