import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import s from './part-note.module.css';

/** The empty state of a small part of a page: one line that says why, and perhaps a way out. */
export function PartNote({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={s.note} role="status">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A small part of a page that did not arrive while the rest did. */
export function PartFailed({ noun = '内容', onRetry }: { noun?: string; onRetry: () => void }) {
  return (
    <PartNote
      action={
        <Button size="s" icon="refresh" onClick={onRetry}>
          重试
        </Button>
      }
    >
      没有取到{noun}
    </PartNote>
  );
}
