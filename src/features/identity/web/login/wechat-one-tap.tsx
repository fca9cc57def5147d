import { useEffect, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { useClient } from '#web/client-context.ts';
import type { WechatReturn } from './use-wechat-return.ts';
import s from './wechat-one-tap.module.css';

type WechatOneTapProps = Omit<WechatReturn, 'enter'> & {
  isLoggingIn: boolean;
  /** The address to return to after the log-in. */
  returnTo: string;
};

/**
 * The log-in inside WeChat: one tap leads to WeChat, which returns to this page with a code. A known member is logged in
 * at once; a new one is asked for name and picture by WeChat, and then for a mobile number here.
 */
export function WechatOneTap({ error, setError, isLoggingIn, returnTo }: WechatOneTapProps) {
  const client = useClient();
  const [isLeaving, setIsLeaving] = useState(false);
  async function leave() {
    setError(undefined);
    setIsLeaving(true);
    try {
      const query = { returnTo };
      location.assign((await client().call('GET /reception/wechat/authorize', { query })).address);
    } catch {
      // An alert has shown the error.
      setIsLeaving(false);
    }
  }

  // WeChat keeps the page when the reader comes back by the back button.
  useEffect(() => {
    const onShow = () => setIsLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  const isBusy = isLeaving || isLoggingIn;
  return (
    <div className={s.oneTap}>
      <Button tone="ink" wide busy={isBusy} onClick={() => void leave()}>
        微信一键登录
      </Button>
      {error && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
      <p className={s.other}>
        <span>或用其他方式</span>
      </p>
    </div>
  );
}
