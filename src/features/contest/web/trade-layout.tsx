import type { CSSProperties, ReactNode, Ref } from 'react';
import s from './trade-layout.module.css';

export interface TradeHeadProps {
  season: ReactNode;
  /** Whether trading is open, and its hours. */
  state: ReactNode;
  links: ReactNode;
}

/** The header of the trading page. Shows 模拟 prominently. */
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

export interface TradeLayoutProps {
  search: ReactNode;
  market: ReactNode;
  ticket: ReactNode;
  ticketRef: Ref<HTMLElement>;
  /** Below the market: the player's account. */
  portfolio: ReactNode;
  /** Below the ticket. */
  aside: ReactNode;
}

/** Market and portfolio at the left, the ticket at the right. On narrow screens the ticket comes between them. */
export function TradeLayout({ search, market, ticket, ticketRef, portfolio, aside }: TradeLayoutProps) {
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

/** A chart with tabs above it and notes below it. */
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

/** The legend of a chart: colour and name of each line. */
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
