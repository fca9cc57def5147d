import type { ReactNode } from 'react';
import { useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, Spinner } from '#ui/controls/button.tsx';
import { useIsInWechat } from '../in-wechat.ts';
import { type WechatScan as Scan, useWechatScan, type WechatCode } from './use-wechat-scan.ts';
import { type WechatAddressFields, wechatAddress } from './wechat-address.ts';
import s from './wechat-card.module.css';

const stoppedCover = (title: string, message: string, restart: () => void) => (
  <WechatStopped title={title}>
    <p>{message}</p>
    <Button size="s" icon="refresh" onClick={restart}>
      重新扫码
    </Button>
  </WechatStopped>
);

export interface WechatCardProps {
  containerId: string;
  /** Shown over the frame until it can be used, or in its place. */
  cover?: ReactNode;
}

/** The card around a `WechatFrame`: light in every theme, and always of the frame's size. */
export function WechatCard({ containerId, cover }: WechatCardProps) {
  return (
    <div className={s.card}>
      <div id={containerId} className={s.container} inert={Boolean(cover)} />
      {cover && <div className={s.cover}>{cover}</div>}
    </div>
  );
}

export function WechatWaiting({ children }: { children: ReactNode }) {
  return (
    <p className={s.waiting} role="status">
      <Spinner />
      {children}
    </p>
  );
}

/** Shown when the frame failed to load, was refused or has expired: the reason and the next step. */
export function WechatStopped({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={s.stopped} role="alert">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

export function WechatHint({ children }: { children: ReactNode }) {
  return <p className={s.hint}>{children}</p>;
}

type WechatScanProps = {
  purpose: 'login' | 'bind';
  /** Called with the single-use code and state of each scan. Must not change between renders. */
  onScan: (scan: WechatCode) => void;
  /** Why the last scan failed; the person may scan again. */
  error?: string | undefined;
  /** Called when the person starts over after an error. */
  onRestart?: () => void;
};

/** What to do where this screen cannot be scanned. */
export const otherDevice = {
  login: '用另一台手机的微信扫码；只有这一台时，请改用短信登录。',
  bind: '请在电脑上打开本站，再用这台手机的微信扫码绑定。',
};

/**
 * WeChat's frame with its loading, error and expiry states (docs/product.md §1: 300 × 400, no border, no scrolling). Not
 * inside WeChat, which cannot scan its own screen.
 */
export function WechatScan(props: WechatScanProps) {
  const { purpose, error } = props;
  if (!useIsInWechat()) return <WechatFrameCard {...props} />;
  return (
    <>
      {error && <WechatStopped title="没有登录成">{error}</WechatStopped>}
      <WechatHint>微信里扫不了自己屏幕上的二维码。{otherDevice[purpose]}</WechatHint>
    </>
  );
}

function WechatFrameCard({ purpose, onScan, error, onRestart }: WechatScanProps) {
  const containerId = useId();
  const { scan, frameLoaded, restart: restartScan } = useWechatScan(purpose, containerId, onScan);
  const restart = () => {
    onRestart?.();
    restartScan();
  };
  return (
    <>
      <WechatCard
        containerId={containerId}
        cover={error ? stoppedCover('没有登录成', error, restart) : coverOf(scan, restart)}
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

function coverOf({ step }: Scan, restart: () => void) {
  if (step === 'asking' || step === 'loading') return <WechatWaiting>正在打开微信二维码</WechatWaiting>;
  if (step === 'scanned') return <WechatWaiting>已扫码，正在登录</WechatWaiting>;
  if (step === 'refused') return stoppedCover('已取消', '你在微信里取消了登录。', restart);
  if (step === 'expired') return stoppedCover('二维码已过期', '二维码有时限，请重新获取。', restart);
  if (step === 'failed') return stoppedCover('没有取到二维码', '请检查网络，或换一种方式登录。', restart);
  return undefined;
}

interface WechatFrameProps extends WechatAddressFields {
  containerId: string;
  /** Accessible name of the frame. */
  title?: string;
  /** Called when the frame has loaded WeChat's page, or the browser's error page. */
  onLoad?: () => void;
}

/**
 * WeChat's log-in page in a frame of 300 × 400 px, without border and scrolling, inside the container with that id
 * (docs/product.md §1). This page runs no script of WeChat's; the result comes from the callback page inside the frame.
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
