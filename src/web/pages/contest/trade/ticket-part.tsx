import type { Dispatch } from 'react';
import { type RefObject, useEffect, useReducer, useState } from 'react';
import { useIsLoggedIn } from '#client/session.ts';
import type { ContestQuote, ContestSeason } from '#features/contest/schema.ts';
import { PartFailed } from '#ui/states/notice.tsx';
import { TextBones } from '../../../parts/skeletons.tsx';
import { NextStep } from '../next-step.tsx';
import { spellDay } from '../season-words.ts';
import { OrderForm } from './order-form.tsx';
import type { Ticket, TicketChange } from './ticket.ts';
import { changeTicket, openTicket, type Side } from './ticket.ts';
import { TicketBox, TicketNote, TradeBar } from './ticket-parts.tsx';
import type { OwnAccount } from './use-account.ts';

const noRules = { last: null, limitUp: null, limitDown: null, tick: 10, lotLeast: 100, lotStep: 100 };

type TicketPartProps = {
  season: ContestSeason;
  quote: ContestQuote | null;
  own: OwnAccount;
  ticket: Ticket;
  change: Dispatch<TicketChange>;
  onSent: () => void;
};

/** The ticket for who plays; for everybody else what comes first. */
export function TicketPart(props: TicketPartProps) {
  const { season } = props;
  return (
    <TicketBox title="模拟委托" note="不涉及真实资金">
      {season.me?.playerId ? <OwnTicket {...props} /> : <Outside season={season} />}
    </TicketBox>
  );
}

function Outside({ season }: { season: ContestSeason }) {
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
      <PartFailed noun="你的账户" onRetry={() => void reload()} />
    ) : (
      <TextBones count={5} label="账户加载中" />
    );
  if (account.isDisqualified)
    return <TicketNote isFault>你已被取消参赛资格，不能下单。原因：{account.reason}</TicketNote>;
  if (season.state === 'ended') return <TicketNote>赛季已经结束，不能再下单。</TicketNote>;
  const closed = whyClosed(season);
  if (!quote) return <TicketNote>{closed ?? '先在上面查找一只证券，再在这里下单。'}</TicketNote>;
  return (
    <>
      {closed && <TicketNote>{closed}</TicketNote>}
      <OrderForm {...{ season, quote, account, ticket, change, onSent }} />
    </>
  );
}

function whyClosed({ state, startsOn, isSessionOpen, sessions }: ContestSeason): string | null {
  if (state === 'upcoming') return `赛季 ${spellDay(startsOn)}开始，到时可以下单。`;
  return isSessionOpen ? null : `现在休市。交易日 ${sessions} 接受委托。`;
}

/** The ticket for a security; it opens anew for another one, on the side the player came for. */
export function useTicket(quote: ContestQuote | null, wantedSide: Side): [Ticket, Dispatch<TicketChange>] {
  const rules = quote ?? noRules;
  const [ticket, change] = useReducer(changeTicket, rules, (first) => openTicket(wantedSide, first));
  const [code, setCode] = useState(quote?.code);
  if (quote?.code !== code) {
    setCode(quote?.code);
    change({ type: 'open', side: wantedSide, rules });
  }
  return [ticket, change];
}

type BarToTicketProps = { ticket: RefObject<HTMLElement | null>; onChoose: (side: Side) => void };

/** The phone's bar that leads to the ticket, as long as the ticket is not on screen itself. */
export function BarToTicket({ ticket, onChoose }: BarToTicketProps) {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    if (!ticket.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => setIsThere(entry?.isIntersecting ?? false),
      // Its first lines are enough; an edge that shows below is not.
      { rootMargin: '0px 0px -40% 0px' },
    );
    observer.observe(ticket.current);
    return () => observer.disconnect();
  }, [ticket]);
  return isThere ? null : <TradeBar onChoose={onChoose} />;
}

/** Brings the ticket on screen and the keyboard into its first field. */
export function toTicket(ticket: HTMLElement | null): void {
  if (!ticket) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  ticket.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' });
  ticket.querySelector<HTMLElement>('[role="tab"][aria-selected="true"], a, button')?.focus({
    preventScroll: true,
  });
}
