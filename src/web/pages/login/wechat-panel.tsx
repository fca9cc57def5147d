import { useCallback, useEffect, useRef, useState } from 'react';
import { readAnswer, type WechatReturn } from '../../parts/sign-in/use-wechat-scan.ts';
import { WechatHint, WechatScan } from '../../parts/sign-in/wechat-card.tsx';
import type { LogIn } from './use-log-in.ts';

// Under this name the callback page keeps what it was told when it stood in a window of its own.
const KEPT = 'wechat';

/** WeChat's code to scan, and what its callback brings. */
export function WechatPanel({ logIn }: { logIn: LogIn }) {
  const [error, setError] = useState<string>();
  const latest = useRef(logIn);
  latest.current = logIn;

  const onScan = useCallback(async ({ code, state }: WechatReturn) => {
    const refusal = await latest.current.attempt({ grant_type: 'social', source: 'wechat', code, state });
    if (refusal) setError(refusal.message);
    else if (!latest.current.isOwn()) setError('登录没有完成，这次扫码已用掉，请重新扫码。');
  }, []);

  useEffect(() => {
    const answer = takeKept();
    if (answer === 'refused') setError('你在微信里取消了登录。');
    else if (answer) void onScan(answer);
  }, [onScan]);

  return (
    <>
      <WechatScan purpose="login" onScan={onScan} error={error} onAgain={() => setError(undefined)} />
      <div className="only-phone">
        <WechatHint>用另一台手机的微信扫码；只有这一台时，请改用短信登录。</WechatHint>
      </div>
    </>
  );
}

function takeKept(): WechatReturn | 'refused' | undefined {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return kept === null ? undefined : readAnswer(JSON.parse(kept));
  } catch {
    return undefined;
  }
}
