import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
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
