import { WechatHint, WechatScan } from '../../parts/sign-in/wechat-card.tsx';
import type { WechatReturn } from './use-wechat-return.ts';

/** WeChat's QR code, and the log-in with what its callback returns. */
export function WechatPanel({ error, setError, enter }: WechatReturn) {
  return (
    <>
      <WechatScan purpose="login" onScan={enter} error={error} onRestart={() => setError(undefined)} />
      <div className="only-phone">
        <WechatHint>用另一台手机的微信扫码；只有这一台时，请改用短信登录。</WechatHint>
      </div>
    </>
  );
}
