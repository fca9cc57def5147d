import type { ReactNode } from 'react';
import { Spin } from '#ui/controls/spin.tsx';
import s from './wechat-card.module.css';

export interface WechatCardProps {
  /** Id of the frame's container. */
  containerId: string;
  /** What stands over the frame until it can be used, or in its place. */
  cover?: ReactNode;
}

/** The place of a `WechatFrame`: light in every theme, as wide as the frame, and never of another size. */
export function WechatCard({ containerId, cover }: WechatCardProps) {
  return (
    <div className={s.card}>
      <div id={containerId} className={s.container} inert={Boolean(cover)} />
      {cover && <div className={s.cover}>{cover}</div>}
    </div>
  );
}

/** The frame is on its way. */
export function WechatWaiting({ children }: { children: ReactNode }) {
  return (
    <p className={s.waiting} role="status">
      <Spin />
      {children}
    </p>
  );
}

/** The frame did not come, was refused or is too old: why, and the way on. */
export function WechatStopped({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={s.stopped} role="alert">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** A line under the card. */
export function WechatHint({ children }: { children: ReactNode }) {
  return <p className={s.hint}>{children}</p>;
}
