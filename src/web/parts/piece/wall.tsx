import type { ReactNode } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { Wenwu } from '../frame/nameplate.tsx';
import s from './wall.module.css';

export interface WallProps {
  /** Characters still unread; left out where unknown. */
  remaining?: number | undefined;
  /** How it opens, e.g. VIP 或单篇购买可读. */
  reason: string;
  /** What is missing: locked chapters, attachments. */
  note?: string | undefined;
  /** `Offer`s. */
  children?: ReactNode;
  /** A closing sentence, e.g. how to buy while nothing can be bought here. */
  foot?: ReactNode;
  /** Shown to visitors. */
  loginHref?: string | undefined;
  /** 会员可读 pieces ask for a log-in; others ask whether it was bought already. */
  loginPrompt?: string;
  id?: string;
}

/** Where the teaser ends: what is missing, why, and every way on. No dummy text behind it. */
export function Wall(props: WallProps) {
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
      <Wenwu className={s.wenwu} />
      <h2 className={s.title} id={`${id}-title`}>
        <Icon name="lock" />
        <span>
          {remaining ? `后面还有 ${formatCount(remaining)} 字，` : '后面的内容'}
          {reason}
        </span>
      </h2>
      {note && <p className={s.note}>{note}</p>}
      {children && <ul className={s.offers}>{children}</ul>}
      {foot && <p className={s.login}>{foot}</p>}
      {loginHref && (
        <p className={s.login}>
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

export interface OfferProps {
  title: ReactNode;
  note?: string | undefined;
  /** Formatted, e.g. ¥598. */
  price?: string | undefined;
  vip?: boolean | undefined;
  /** A `ButtonLink` or `Button`, `wide`. */
  action?: ReactNode;
}

/** One way through the wall. */
export function Offer({ title, note, price, vip = false, action }: OfferProps) {
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
