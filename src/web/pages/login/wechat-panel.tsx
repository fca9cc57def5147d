import { useCallback, useEffect, useRef, useState } from 'react';
import { parseMessage, type WechatCode } from '../../parts/sign-in/use-wechat-scan.ts';
import { WechatHint, WechatScan } from '../../parts/sign-in/wechat-card.tsx';
import type { LogIn } from './use-log-in.ts';

// The sessionStorage key under which the callback page saves its result when it runs in its own window.
const CALLBACK_KEY = 'wechat';

/** WeChat's QR code, and the log-in with what its callback returns. */
export function WechatPanel({ logIn }: { logIn: LogIn }) {
  const [error, setError] = useState<string>();
  const latest = useRef(logIn);
  latest.current = logIn;

  const onScan = useCallback(async ({ code, state }: WechatCode) => {
    const refusal = await latest.current.attempt({ grant_type: 'social', source: 'wechat', code, state });
    if (refusal) setError(refusal.message);
    else if (!latest.current.isLoggingInHere()) setError('登录没有完成，这次扫码已用掉，请重新扫码。');
  }, []);

  useEffect(() => {
    const result = takeCallbackResult();
    if (result === 'refused') setError('你在微信里取消了登录。');
    else if (result) void onScan(result);
  }, [onScan]);

  return (
    <>
      <WechatScan purpose="login" onScan={onScan} error={error} onRestart={() => setError(undefined)} />
      <div className="only-phone">
        <WechatHint>用另一台手机的微信扫码；只有这一台时，请改用短信登录。</WechatHint>
      </div>
    </>
  );
}

/** Takes the result that the callback page saved, once. */
export function takeCallbackResult(): WechatCode | 'refused' | undefined {
  try {
    const stored = sessionStorage.getItem(CALLBACK_KEY);
    sessionStorage.removeItem(CALLBACK_KEY);
    return stored === null ? undefined : parseMessage(JSON.parse(stored));
  } catch {
    return undefined;
  }
}
