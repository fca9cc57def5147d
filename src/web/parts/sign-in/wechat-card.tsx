import type { ReactNode } from 'react';
import { useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, Spin } from '#ui/controls/button.tsx';
import { type WechatScan as Scan, useWechatScan, type WechatReturn } from './use-wechat-scan.ts';
import { type WechatAddressFields, wechatAddress } from './wechat-address.ts';
import s from './wechat-card.module.css';

const stopped = (title: string, message: string, anew: () => void) => (
  <WechatStopped title={title}>
    <p>{message}</p>
    <Button size="s" icon="refresh" onClick={anew}>
      重新扫码
    </Button>
  </WechatStopped>
);

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

type WechatScanProps = {
  purpose: 'login' | 'bind';
  /** Called with each scan's code and state, which are good for one try. Must not change between renders. */
  onScan: (scan: WechatReturn) => void;
  /** Why the last scan led nowhere; the person may scan anew. */
  error?: string | undefined;
  /** Begin anew after an error. */
  onAgain?: () => void;
};

/** WeChat's frame with everything that may become of it (seed §1: 300 × 400, no border, no scrolling). */
export function WechatScan({ purpose, onScan, error, onAgain }: WechatScanProps) {
  const containerId = useId();
  const { scan, frameLoaded, again } = useWechatScan(purpose, containerId, onScan);
  const anew = () => {
    onAgain?.();
    again();
  };
  return (
    <>
      <WechatCard
        containerId={containerId}
        cover={error ? stopped('没有登录成', error, anew) : coverOf(scan, anew)}
      />
      {'parameters' in scan && !error && (
        <WechatFrame
          key={scan.parameters.state}
          containerId={containerId}
          {...scan.parameters}
          selfRedirect={true}
          style="black"
          onLoad={frameLoaded}
        />
      )}
    </>
  );
}

function coverOf({ step }: Scan, anew: () => void) {
  if (step === 'asking' || step === 'loading') return <WechatWaiting>正在打开微信二维码</WechatWaiting>;
  if (step === 'scanned') return <WechatWaiting>已扫码，正在登录</WechatWaiting>;
  if (step === 'refused') return stopped('已取消', '你在微信里取消了登录。', anew);
  if (step === 'expired') return stopped('二维码已过期', '二维码有时限，请重新获取。', anew);
  if (step === 'failed') return stopped('没有取到二维码', '请检查网络，或换一种方式登录。', anew);
  return undefined;
}

interface WechatFrameProps extends WechatAddressFields {
  /** Id of the element the frame is put into. */
  containerId: string;
  /** Names the frame for who does not see it. */
  title?: string;
  /** The frame shows something: WeChat's page, or the browser's own word on why not. */
  onLoad?: () => void;
}

/**
 * WeChat's log-in page in a frame of 300 × 400 px, without border and scrolling, inside the container of that id
 * (seed §1). No script of WeChat's runs on the page; the answer comes from the callback inside the frame.
 */
function WechatFrame({ containerId, title = '微信扫码登录', onLoad, ...fields }: WechatFrameProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  useEffect(() => setContainer(document.getElementById(containerId)), [containerId]);
  if (!container) return null;
  return createPortal(
    <iframe
      className={s.frame}
      title={title}
      src={wechatAddress(fields)}
      width={300}
      height={400}
      frameBorder={0}
      scrolling="no"
      onLoad={onLoad}
    />,
    container,
  );
}
