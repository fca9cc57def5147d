import type { Dispatch } from 'react';
import { useIsLoggedIn } from '#client/session.ts';
import type { ContestQuote, ContestSeason } from '#features/contest/schema.ts';
import { PartFailed } from '#ui/states/part-note.tsx';
import { TextBones } from '../../../parts/skeletons.tsx';
import { NextStep } from '../next-step.tsx';
import { spellDay } from '../season-words.ts';
import { OrderForm } from './order-form.tsx';
import type { Ticket, TicketChange } from './ticket.ts';
import { TicketBox, TicketNote } from './ticket-parts.tsx';
import type { OwnAccount } from './use-account.ts';

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
