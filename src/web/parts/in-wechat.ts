import { useSyncExternalStore } from 'react';

/** Whether this is WeChat's own browser, on a phone or a computer. The browser of WeCom (企业微信) is not. */
export const isInWechat = (userAgent = navigator.userAgent): boolean =>
  /MicroMessenger/i.test(userAgent) && !/wxwork/i.test(userAgent);

const subscribe = () => () => undefined;

/** `isInWechat` for rendering: false until hydration, since rendered pages are the same for all browsers. */
export const useIsInWechat = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isInWechat(),
    () => false,
  );
