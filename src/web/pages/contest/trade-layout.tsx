import type { CSSProperties, ReactNode, Ref } from 'react';
import s from './trade-layout.module.css';

export interface TradeHeadProps {
  season: ReactNode;
  /** Whether orders are taken now, and when they are. */
  state: ReactNode;
  links: ReactNode;
}

/** The head of the page where players trade. Says 模拟 where nobody overlooks it. */
export function TradeHead({ season, state, links }: TradeHeadProps) {
  return (
    <header className={s.head}>
      <h1 className={s.title}>模拟交易</h1>
      <p className={s.season}>{season}</p>
      <p className={s.state}>{state}</p>
      <div className={s.links}>{links}</div>
    </header>
  );
}

export interface TradeDeskProps {
  search: ReactNode;
  market: ReactNode;
  ticket: ReactNode;
  ticketRef: Ref<HTMLElement>;
  /** Under the market: what the player has. */
  portfolio: ReactNode;
  /** Under the ticket. */
  aside: ReactNode;
}

/** Market and portfolio at the left, the ticket beside them; where there is no room the ticket comes between them. */
export function TradeDesk({ search, market, ticket, ticketRef, portfolio, aside }: TradeDeskProps) {
  return (
    <div className={s.desk}>
      <div className={s.market}>
        {search}
        {market}
      </div>
      <div className={s.side}>
        <section className={s.ticket} ref={ticketRef} aria-label="模拟委托">
          {ticket}
        </section>
        {aside && <div className={s.aside}>{aside}</div>}
      </div>
      {portfolio && <div className={s.portfolio}>{portfolio}</div>}
    </div>
  );
}

/** A drawing with its tabs over it and its words under it. */
export function ChartBox({
  tabs,
  children,
  notes,
}: {
  tabs?: ReactNode;
  children: ReactNode;
  notes?: ReactNode;
}) {
  return (
    <div className={s.chart}>
      {tabs}
      <div className={s.drawing}>{children}</div>
      {notes && <div className={s.notes}>{notes}</div>}
    </div>
  );
}

/** What a line in a drawing is: its colour and its name. */
export function Legend({
  items,
}: {
  items: readonly { label: string; role: 'info' | 'text-2' | 'accent' | 'control' }[];
}) {
  return (
    <ul className={s.legend}>
      {items.map(({ label, role }) => (
        <li key={label} style={{ '--line': `var(--c-${role})` } as CSSProperties}>
          {label}
        </li>
      ))}
    </ul>
  );
}
