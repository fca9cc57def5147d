import { type DragEvent, useRef, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import s from './transfers.module.css';

/** What the file picker offers; what is dragged in is told by the server. */
export const accepted = '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.md,.markdown,.xml,.rss,.wxr,.atom,.zip';

/** Where a file is dropped, or chosen by click or keyboard. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  // Every child that is passed over fires its own enter and leave.
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);
  const follow = (step: number) => {
    depth.current += step;
    setIsOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      className={classNames(s.zone, isOver && s.over)}
      onDragEnter={() => follow(1)}
      onDragLeave={() => follow(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Icon name="up" />
      <p className={s.invite}>
        <button type="button" className="link" onClick={() => input.current?.click()}>
          选择要导入的文件
        </button>
        <span className={s.orDrop}>，或把它拖到这里</span>
      </p>
      <p className={s.kinds}>
        CSV、JSON、Markdown、WordPress（WXR）、Ghost、RSS / Atom，或装着它们和图片的 zip；最大 512
        MB。再导入一次同一个文件不会重复。
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="要导入的文件"
        accept={accepted}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
