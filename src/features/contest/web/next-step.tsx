import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { bindMobileAddress, loginAddress } from '#client/return-path.ts';
import { useIsLoggedIn } from '#client/session.ts';
import { toasts } from '#client/toasts.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { openPayDialog } from '#web/parts/pay/pay-request.ts';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useCanonicalAddress } from '#web/parts/use-canonical-address.ts';
import type { ContestSeason } from '../schema.ts';
import { playerPath } from './contest-choice.ts';
import { formatCash } from './season-text.ts';
import { tradeAddress } from './trade/trade-data.ts';

type NextStepProps = {
  season: ContestSeason;
  /** An alternative for readers who do not play. */
  children?: ReactNode;
};

/** The reader's next step in a season, or why it is not possible. */
export function NextStep({ season, children }: NextStepProps) {
  const isMember = useIsLoggedIn();
  const address = useCanonicalAddress();
  const { me, state } = season;
  if (me?.playerId) return <PlayerActions season={season} playerId={me.playerId} />;
  if (state === 'ended')
    return (
      <ButtonLink size="s" href={`/gszb/rules?season=${season.id}`}>
        看比赛规则
      </ButtonLink>
    );
  // Until the browser has loaded the member's data, the page is the same for everyone.
  if (!me && isMember)
    return (
      <Button tone="ink" busy>
        请稍候
      </Button>
    );
  if (!me)
    return (
      <>
        <ButtonLink tone="ink" href={loginAddress(address)}>
          登录参加
        </ButtonLink>
        {children}
        <p>登录后一键报名，发给{formatCash(season.startingCash)}模拟资金，不涉及真实资金。</p>
      </>
    );
  if (!me.canEnrol)
    return (
      <EnrolmentBarred season={season} why={me.why}>
        {children}
      </EnrolmentBarred>
    );
  return <EnrolAction season={season}>{children}</EnrolAction>;
}

function PlayerActions({ season, playerId }: { season: ContestSeason; playerId: string }) {
  if (season.me?.isDisqualified)
    return (
      <>
        <ButtonLink href={playerPath(playerId)}>我的战绩</ButtonLink>
        <p role="alert">你已被取消参赛资格，不能下单，也不参加排名。原因：{season.me.reason}</p>
      </>
    );
  return (
    <>
      {season.state !== 'ended' && (
        <ButtonLink tone="ink" href={tradeAddress({ code: null, season: season.id })}>
          {season.state === 'upcoming' ? '看行情' : '去交易'}
        </ButtonLink>
      )}
      <ButtonLink href={playerPath(playerId)}>我的战绩</ButtonLink>
      {season.state === 'upcoming' && <p>你已报名，开赛后即可下单。</p>}
    </>
  );
}

function EnrolAction({ season, children }: NextStepProps) {
  const { revalidate } = useRevalidator();
  const { isBusy, error, run } = useAction();
  async function enrol() {
    const isDone = await run(async (call) => {
      await call('POST /member/contest/enrol', { body: { seasonId: season.id }, ...silent });
    });
    if (isDone) toasts.success(`报名成功，${formatCash(season.startingCash)}模拟资金已到账`);
    // Reloads also after a refusal, so that the page then shows the reason.
    await revalidate();
  }
  return (
    <>
      <Button tone="ink" busy={isBusy} onClick={() => void enrol()}>
        一键报名
      </Button>
      {children}
      {error ? (
        <p role="alert">{error}</p>
      ) : (
        <p>每个手机号限报一次，报名即发{formatCash(season.startingCash)}模拟资金。</p>
      )}
    </>
  );
}

// Shows the server's reason, with a button that leads to the solution.
function EnrolmentBarred({ season, why, children }: NextStepProps & { why: string }) {
  const { revalidate } = useRevalidator();
  const address = useCanonicalAddress();
  const isForVip = season.forWhom === 'vip' && why.includes('VIP');
  return (
    <>
      {isForVip && (
        <Button
          tone="vip"
          onClick={() => openPayDialog({ preselected: 'vip', onPaid: () => void revalidate() })}
        >
          开通 VIP
        </Button>
      )}
      {why.includes('手机号') && (
        <ButtonLink tone="ink" href={bindMobileAddress(address)}>
          去绑定手机号
        </ButtonLink>
      )}
      {children}
      <p>{why}</p>
    </>
  );
}
