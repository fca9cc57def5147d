import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type WechatAddressFields, wechatAddress } from './wechat-address.ts';
import s from './wechat-frame.module.css';

export interface WechatFrameProps extends WechatAddressFields {
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
export function WechatFrame({ containerId, title = '微信扫码登录', onLoad, ...fields }: WechatFrameProps) {
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
