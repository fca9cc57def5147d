import { Button } from '#ui/controls/button.tsx';
import s from './send-code.module.css';

export interface SendCodeProps {
  /** Seconds until another code may be requested; 0 if now. */
  secondsLeft: number;
  /** A code has already been sent; the button offers to send another. */
  hasSent: boolean;
  /** The proof of work or the request is running. */
  busy: boolean;
  onSend: () => void;
}

/** The button beside the code field; while it is disabled, it shows the remaining time. */
export function SendCode({ secondsLeft, hasSent, busy, onSend }: SendCodeProps) {
  const isWaiting = secondsLeft > 0;
  return (
    <Button
      className={s.button}
      busy={busy}
      onClick={isWaiting ? undefined : onSend}
      {...(isWaiting && !busy && { 'aria-disabled': true })}
    >
      {busy ? (
        '正在验证…'
      ) : isWaiting ? (
        <WaitLabel seconds={secondsLeft} />
      ) : hasSent ? (
        '重新获取'
      ) : (
        '获取验证码'
      )}
    </Button>
  );
}

function WaitLabel({ seconds }: { seconds: number }) {
  const [amount, unit] = formatWait(seconds);
  return (
    <span>
      <span className="fig">{amount}</span> {unit}后重发
    </span>
  );
}

/** Formats a wait: seconds up to 90 s, then minutes, then hours, rounded up. */
export function formatWait(seconds: number): [figure: number, unit: '秒' | '分钟' | '小时'] {
  if (seconds <= 90) return [Math.ceil(seconds), '秒'];
  if (seconds <= 90 * 60) return [Math.ceil(seconds / 60), '分钟'];
  return [Math.ceil(seconds / 3600), '小时'];
}
