import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { RetryButton } from '../controls/retry-button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import s from './notice.module.css';

export interface NoticeProps {
  children: ReactNode;
  tone?: 'warning' | 'info' | 'danger';
  icon?: IconName;
  /** Action at the right. */
  action?: ReactNode;
  /** alert: screen readers announce the notice when it appears. */
  role?: 'status' | 'alert' | undefined;
}

/** One-line notice above a page. */
export function Notice({ children, tone = 'warning', icon = 'info', action, role }: NoticeProps) {
  return (
    <div className={classNames(s.notice, s[tone])} role={role}>
      <Icon name={icon} size="s" />
      <span className={s.text}>{children}</span>
      {action}
    </div>
  );
}

/** Empty state of a small part of a page: one line with the reason, and an optional action. */
export function SectionNote({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={s.note} role="status">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A small part of a page failed to load while the rest succeeded. */
export function SectionError({ noun = '内容', onRetry }: { noun?: string; onRetry: () => void }) {
  return <SectionNote action={<RetryButton onRetry={onRetry} />}>没有取到{noun}</SectionNote>;
}
