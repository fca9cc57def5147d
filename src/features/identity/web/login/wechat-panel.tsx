import { useIsInWechat } from '#web/parts/in-wechat.ts';
import { otherDevice, WechatHint, WechatScan } from '#web/parts/sign-in/wechat-card.tsx';
import type { WechatReturn } from './use-wechat-return.ts';

/** WeChat's QR code, and the log-in with what its callback returns. */
export function WechatPanel({ error, setError, enter }: WechatReturn) {
  const isInWechat = useIsInWechat();
  return (
    <>
      <WechatScan purpose="login" onScan={enter} error={error} onRestart={() => setError(undefined)} />
      {!isInWechat && (
        <div className="only-phone">
          <WechatHint>{otherDevice.login}</WechatHint>
        </div>
      )}
    </>
  );
}
