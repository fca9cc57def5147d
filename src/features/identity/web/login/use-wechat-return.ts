import { useCallback, useEffect, useRef, useState } from 'react';
import { parseMessage, type WechatCode } from '#web/parts/sign-in/use-wechat-scan.ts';
import type { LogIn } from './use-log-in.ts';

// The sessionStorage key under which the callback page saves its result when it runs in its own window.
const CALLBACK_KEY = 'wechat';

export type WechatReturn = {
  error: string | undefined;
  setError: (message: string | undefined) => void;
  /** Logs in with a code of WeChat. */
  enter: (code: WechatCode) => Promise<void>;
};

/**
 * Logs in with the result that WeChat's callback page saved. It belongs to the page rather than to one of its two ways
 * to WeChat: during hydration the page does not know yet whether this is WeChat's browser.
 * @param returnTo the address to return to, which WeChat needs again when it has to ask the person
 */
export function useWechatReturn(logIn: LogIn, returnTo: string): WechatReturn {
  const [error, setError] = useState<string>();
  const latest = useRef({ logIn, returnTo });
  latest.current = { logIn, returnTo };

  const enter = useCallback(async ({ code, state }: WechatCode) => {
    const { logIn, returnTo } = latest.current;
    const grant = { grant_type: 'social', source: 'wechat', code, state } as const;
    const refusal = await logIn.attempt({ ...grant, ...(returnTo && { returnTo }) });
    if (refusal) setError(refusal.message);
    else if (!logIn.isLoggingInHere()) setError('登录没有完成，这次授权已用掉，请重新来一次。');
  }, []);

  useEffect(() => {
    const result = takeCallbackResult();
    if (result === 'refused') setError('你在微信里取消了登录。');
    else if (result) void enter(result);
  }, [enter]);

  return { error, setError, enter };
}

/** Takes the result that the callback page saved, once. */
function takeCallbackResult(): WechatCode | 'refused' | undefined {
  try {
    const stored = sessionStorage.getItem(CALLBACK_KEY);
    sessionStorage.removeItem(CALLBACK_KEY);
    return stored === null ? undefined : parseMessage(JSON.parse(stored));
  } catch {
    return undefined;
  }
}
