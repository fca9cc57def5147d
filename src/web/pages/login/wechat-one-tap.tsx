import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { useClient } from '../../client-context.ts';
import type { LogIn } from './use-log-in.ts';
import s from './wechat-one-tap.module.css';
import { takeCallbackResult } from './wechat-panel.tsx';

type WechatOneTapProps = {
  logIn: LogIn;
  /** The address to return to after the log-in. */
  returnTo: string;
};

/**
 * The log-in inside WeChat: one tap leads to WeChat, which returns to this page with a code. A known member is logged in
 * at once; a new one is asked for name and picture by WeChat, and then for a mobile number here.
 */
export function WechatOneTap({ logIn, returnTo }: WechatOneTapProps) {
  const client = useClient();
  const [error, setError] = useState<string>();
  const [isLeaving, setIsLeaving] = useState(false);
  const latest = useRef({ logIn, returnTo });
  latest.current = { logIn, returnTo };

  useEffect(() => {
    const result = takeCallbackResult();
    if (result === 'refused') setError('你在微信里取消了登录。');
    else if (result) {
      const { logIn, returnTo } = latest.current;
      const grant = { grant_type: 'social', source: 'wechat', ...result } as const;
      void logIn
        .attempt({ ...grant, ...(returnTo && { returnTo }) })
        .then((refusal) => refusal && setError(refusal.message));
    }
  }, []);

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

  const isBusy = isLeaving || logIn.isBusy !== false;
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
