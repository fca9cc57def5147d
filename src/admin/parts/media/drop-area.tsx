import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import s from './media.module.css';

/**
 * Accepts files dropped on it, or pasted while the focus is inside. Shows the drop hint only while `isOpen`; otherwise
 * it ignores dropped files, which stops the browser from opening them in place of the page.
 */
export function DropArea({
  isOpen,
  hint = '松手就上传',
  onFiles,
  children,
}: {
  isOpen: boolean;
  /** Text shown while files are dragged over the area. */
  hint?: string;
  onFiles: (files: File[]) => unknown;
  children: ReactNode;
}) {
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  // Entering a child fires dragleave on the parent, so the area counts enter and leave events.
  const depth = useRef(0);
  const changeDepth = (event: DragEvent, delta: 1 | -1) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    depth.current += delta;
    setIsDraggedOver(isOpen && depth.current > 0);
  };
  return (
    <div
      className={classNames(s.drop, isDraggedOver && s.over)}
      onDragEnter={(event) => changeDepth(event, 1)}
      onDragLeave={(event) => changeDepth(event, -1)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        depth.current = 0;
        setIsDraggedOver(false);
        if (files.length === 0) return;
        event.preventDefault();
        if (isOpen) onFiles(files);
      }}
      onPaste={({ clipboardData }) => {
        const files = [...clipboardData.files];
        if (isOpen && files.length > 0) onFiles(files);
      }}
    >
      {children}
      {isDraggedOver && <p className={s.dropHint}>{hint}</p>}
    </div>
  );
}
