import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import { QrCode } from '../qr-code.tsx';
import s from './pay-methods.module.css';

export interface PayMethodsProps {
  methods: readonly { id: string; label: string }[];
  selected: string;
  onSelect: (id: string) => void;
}

export function PayMethods({ methods, selected, onSelect }: PayMethodsProps) {
  return (
    <fieldset className={s.ways}>
      <legend>支付方式</legend>
      {methods.map(({ id, label }) => (
        <label key={id}>
          <input
            type="radio"
            name="pay-way"
            value={id}
            checked={id === selected}
            onChange={() => onSelect(id)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function PayCode({ text, hint }: { text: string; hint: string }) {
  return (
    <div className={s.code}>
      <QrCode text={text} label={hint} />
      <p>{hint}</p>
    </div>
  );
}

export function PayCountdown({ secondsLeft }: { secondsLeft: number }) {
  const minutes = String(Math.floor(secondsLeft / 60)).padStart(2, '0');
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  return (
    <p className={s.clock} role="timer">
      <Icon name="clock" size="s" />
      <span>
        <span className="fig">
          {minutes}:{seconds}
        </span>{' '}
        后订单自动关闭
      </span>
    </p>
  );
}

export interface PayOutcomeProps {
  /** wait: there is nothing to scan yet. */
  tone: 'done' | 'failed' | 'wait';
  title: string;
  children?: ReactNode;
}

/** The outcome of the payment, shown in place of the QR code. */
export function PayOutcome({ tone, title, children }: PayOutcomeProps) {
  return (
    <div className={s.outcome} role={tone === 'failed' ? 'alert' : 'status'}>
      {tone !== 'wait' && <Icon name={tone === 'done' ? 'check' : 'warn'} />}
      <b>{title}</b>
      {children}
    </div>
  );
}
