import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { DoubleRule } from '../frame/nameplate.tsx';
import s from './paywall-box.module.css';

export interface PaywallBoxProps {
  /** Number of characters left to read; absent if unknown. */
  remaining?: number | undefined;
  /** How to unlock the post, for example 单篇购买或 VIP 可读. */
  reason: string;
  /** What is missing: locked chapters, attachments. */
  note?: string | undefined;
  /** `PaywallOffer`s. */
  children?: ReactNode;
  /** A closing sentence, for example how to buy while online payment is off. */
  foot?: ReactNode;
  /** Shown to visitors. */
  loginHref?: string | undefined;
  /** Posts for members ask for a log-in; others ask whether the reader has already bought the post. */
  loginPrompt?: string;
  id?: string;
}

/** The end of the teaser: what is missing, why, and every way to unlock it. No dummy text behind it. */
export function PaywallBox(props: PaywallBoxProps) {
  const {
    remaining,
    reason,
    note,
    children,
    foot,
    loginHref,
    loginPrompt = '已经买过？',
    id = 'wall',
  } = props;
  return (
    <section className={s.wall} id={id} aria-labelledby={`${id}-title`}>
      <DoubleRule className={s.wenwu} />
      <h2 className={s.title} id={`${id}-title`}>
        <Icon name="lock" />
        <span>
          {remaining ? `后面还有 ${formatCount(remaining)} 字，` : '后面的内容'}
          {reason}
        </span>
      </h2>
      {note && <p className={s.note}>{note}</p>}
      {children && <ul className={`${s.offers} no-print`}>{children}</ul>}
      {foot && <p className={`${s.login} no-print`}>{foot}</p>}
      {loginHref && (
        <p className={`${s.login} no-print`}>
          {loginPrompt}
          <Link className="link" href={loginHref}>
            登录
          </Link>
          后继续读。
        </p>
      )}
    </section>
  );
}

export interface PaywallOfferProps {
  title: ReactNode;
  note?: ReactNode;
  /** Formatted, for example ¥598. */
  price?: string | undefined;
  vip?: boolean | undefined;
  /** A `ButtonLink` or `Button`, `wide`. */
  action?: ReactNode;
}

export function PaywallOffer({ title, note, price, vip = false, action }: PaywallOfferProps) {
  return (
    <li className={vip ? `${s.offer} ${s.vip}` : s.offer}>
      <h3>{title}</h3>
      {note && <p>{note}</p>}
      {price && (
        <p className={s.price}>
          <b className="fig">{price}</b>
        </p>
      )}
      {action && <div className={s.action}>{action}</div>}
    </li>
  );
}
