import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import s from './media.module.css';

/**
 * Takes files that are dropped on it or pasted while the focus is inside. Only an area that may be dropped on says
 * so; where one may not, a file goes nowhere rather than open in place of the page.
 */
export function DropArea({
  isOpen,
  onFiles,
  children,
}: {
  isOpen: boolean;
  onFiles: (files: File[]) => unknown;
  children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  // Entering a child leaves its parent: only as many leaves as enters mean that it is over.
  const depth = useRef(0);
  const step = (event: DragEvent, by: 1 | -1) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    depth.current += by;
    setIsOver(isOpen && depth.current > 0);
  };
  return (
    <div
      className={classNames(s.drop, isOver && s.over)}
      onDragEnter={(event) => step(event, 1)}
      onDragLeave={(event) => step(event, -1)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        depth.current = 0;
        setIsOver(false);
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
      {isOver && <p className={s.dropHint}>松手就上传</p>}
    </div>
  );
}
