import type { Dispatch } from 'react';
import { type RefObject, useEffect, useReducer, useState } from 'react';
import { useIsLoggedIn } from '#client/session.ts';
import { SectionError } from '#ui/states/notice.tsx';
import { TextSkeleton } from '#web/parts/text-skeleton.tsx';
import type { ContestQuote, ContestSeason } from '../../schema.ts';
import { NextStep } from '../next-step.tsx';
import { formatDay } from '../season-text.ts';
import { OrderForm } from './order-form.tsx';
import type { Ticket, TicketChange } from './ticket.ts';
import { openTicket, type Side, ticketReducer } from './ticket.ts';
import { TicketBox, TicketNote, TradeBar } from './ticket-parts.tsx';
import type { OwnAccount } from './use-account.ts';

const defaultRules = { last: null, limitUp: null, limitDown: null, tick: 10, lotLeast: 100, lotStep: 100 };

type TicketPartProps = {
  season: ContestSeason;
  quote: ContestQuote | null;
  own: OwnAccount;
  ticket: Ticket;
  change: Dispatch<TicketChange>;
  onSent: () => void;
};

/** The ticket for players; for other readers the step that comes first. */
export function TicketPart(props: TicketPartProps) {
  const { season } = props;
  return (
    <TicketBox title="模拟委托" note="不涉及真实资金">
      {season.me?.playerId ? <OwnTicket {...props} /> : <NotPlaying season={season} />}
    </TicketBox>
  );
}

function NotPlaying({ season }: { season: ContestSeason }) {
  const isMember = useIsLoggedIn();
  return (
    <>
      <TicketNote>
        {season.state === 'ended'
          ? '这个赛季已经结束，可以继续看行情。'
          : season.me
            ? '报名后就能在这里下单，行情人人可看。'
            : isMember
              ? '正在看你有没有报名，行情人人可看。'
              : '登录后参加，行情人人可看。'}
      </TicketNote>
      <NextStep season={season} />
    </>
  );
}

function OwnTicket({ season, quote, own, ticket, change, onSent }: TicketPartProps) {
  const { account, isFailed, reload } = own;
  if (!account)
    return isFailed ? (
      <SectionError noun="你的账户" onRetry={() => void reload()} />
    ) : (
      <TextSkeleton count={5} label="账户加载中" />
    );
  if (account.isDisqualified)
    return <TicketNote isFault>你已被取消参赛资格，不能下单。原因：{account.reason}</TicketNote>;
  if (season.state === 'ended') return <TicketNote>赛季已经结束，不能再下单。</TicketNote>;
  const closed = closedReason(season);
  if (!quote) return <TicketNote>{closed ?? '先在上面查找一只证券，再在这里下单。'}</TicketNote>;
  return (
    <>
      {closed && <TicketNote>{closed}</TicketNote>}
      <OrderForm {...{ season, quote, account, ticket, change, onSent }} />
    </>
  );
}

function closedReason({ state, startsOn, isSessionOpen, sessions }: ContestSeason): string | null {
  if (state === 'upcoming') return `赛季 ${formatDay(startsOn)}开始，到时可以下单。`;
  return isSessionOpen ? null : `现在休市。交易日 ${sessions} 接受委托。`;
}

/** The state of the ticket. Resets for another security, on the side that the player chose. */
export function useTicket(quote: ContestQuote | null, wantedSide: Side): [Ticket, Dispatch<TicketChange>] {
  const rules = quote ?? defaultRules;
  const [ticket, change] = useReducer(ticketReducer, rules, (first) => openTicket(wantedSide, first));
  const [code, setCode] = useState(quote?.code);
  if (quote?.code !== code) {
    setCode(quote?.code);
    change({ type: 'open', side: wantedSide, rules });
  }
  return [ticket, change];
}

type FloatingTradeBarProps = { ticket: RefObject<HTMLElement | null>; onChoose: (side: Side) => void };

/** The trade bar on phones, shown while the ticket itself is off the screen. */
export function FloatingTradeBar({ ticket, onChoose }: FloatingTradeBarProps) {
  const [isTicketVisible, setIsTicketVisible] = useState(false);
  useEffect(() => {
    if (!ticket.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => setIsTicketVisible(entry?.isIntersecting ?? false),
      // Seeing the first lines of the ticket is enough; a strip at the bottom of the screen is not.
      { rootMargin: '0px 0px -40% 0px' },
    );
    observer.observe(ticket.current);
    return () => observer.disconnect();
  }, [ticket]);
  return isTicketVisible ? null : <TradeBar onChoose={onChoose} />;
}

/** Scrolls to the ticket and focuses its first field. */
export function scrollToTicket(ticket: HTMLElement | null): void {
  if (!ticket) return;
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  ticket.scrollIntoView({ behavior: prefersReducedMotion ? 'auto' : 'smooth', block: 'start' });
  ticket.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], a, button')?.focus({
    preventScroll: true,
  });
}
