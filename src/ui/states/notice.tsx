import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Button } from '../controls/button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import s from './notice.module.css';

export interface NoticeProps {
  children: ReactNode;
  tone?: 'warning' | 'info' | 'danger';
  icon?: IconName;
  /** At the right: what can be done about it. */
  action?: ReactNode;
  /** alert: it is read out as it appears. */
  role?: 'status' | 'alert' | undefined;
}

/** One line over a page that its reader should know. */
export function Notice({ children, tone = 'warning', icon = 'info', action, role }: NoticeProps) {
  return (
    <div className={classNames(s.notice, s[tone])} role={role}>
      <Icon name={icon} size="s" />
      <span className={s.text}>{children}</span>
      {action}
    </div>
  );
}

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
