import { Button } from '#ui/controls/button.tsx';
import s from './send-code.module.css';

export interface SendCodeProps {
  /** Seconds until another code may be asked for; 0: now. */
  secondsLeft: number;
  /** A code was sent before: the button says so. */
  hasSent: boolean;
  /** The proof is being worked out, or the code is on its way. */
  busy: boolean;
  onSend: () => void;
}

/** The button beside a code's field; while it must not be pressed it says for how long. */
export function SendCode({ secondsLeft, hasSent, busy, onSend }: SendCodeProps) {
  const isWaiting = secondsLeft > 0;
  return (
    <Button
      className={s.button}
      busy={busy}
      onClick={isWaiting ? undefined : onSend}
      {...(isWaiting && !busy && { 'aria-disabled': true })}
    >
      {busy ? '正在验证…' : isWaiting ? <Wait seconds={secondsLeft} /> : hasSent ? '重新获取' : '获取验证码'}
    </Button>
  );
}

function Wait({ seconds }: { seconds: number }) {
  const [figure, unit] = waitOf(seconds);
  return (
    <span>
      <span className="fig">{figure}</span> {unit}后重发
    </span>
  );
}

/** A wait as people say it: seconds up to a minute and a half, then minutes, then hours; never less than is left. */
export function waitOf(seconds: number): [figure: number, unit: '秒' | '分钟' | '小时'] {
  if (seconds <= 90) return [Math.ceil(seconds), '秒'];
  if (seconds <= 90 * 60) return [Math.ceil(seconds / 60), '分钟'];
  return [Math.ceil(seconds / 3600), '小时'];
}
