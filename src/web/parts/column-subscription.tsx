import { loginAddress } from '#client/return-path.ts';
import { isLoggedIn, useIsLoggedIn } from '#client/session.ts';
import type { OfferedPlan } from '#features/memberships/schema.ts';
import { formatLongDay } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import type { FetchCall } from '../api.ts';
import s from './column-subscription.module.css';
import { formatPeriod } from './pay/offers.ts';
import { openPayDialog } from './pay/pay-request.ts';
import { orNull } from './settle-all.ts';
import { useCanonicalAddress } from './use-canonical-address.ts';

export type Subscription = {
  columnId: string;
  columnName: string;
  /** The plan with the reader's lowest price (fen), and whether there are others; null if no plan is on sale. */
  cheapest: (Pick<OfferedPlan, 'yourPrice' | 'months' | 'days'> & { isOnly: boolean }) | null;
  /** When the reader's own subscription ends; null for a visitor and without one. */
  endsAt: string | null;
};

/** Loads the subscription of a column; null without a plan on sale or a running subscription, and if a call failed. */
export async function loadSubscription(
  fetchCall: FetchCall,
  columnId: string,
  columnName: string,
): Promise<Subscription | null> {
  const [offered, memberships] = await Promise.all([
    orNull(fetchCall('GET /reception/getPlans', { columnId })),
    isLoggedIn() ? orNull(fetchCall('GET /member/memberships')) : null,
  ]);
  const plans = (offered ?? []).filter((plan) => plan.columnId === columnId && plan.isAvailable);
  const endsAt = memberships?.find((held) => held.columnId === columnId)?.endsAt ?? null;
  if (plans.length === 0 && endsAt === null) return null;
  // A trial's price is not the regular one.
  const [cheapest] = plans.toSorted(
    (one, other) => Number(one.isTrial) - Number(other.isTrial) || one.yourPrice - other.yourPrice,
  );
  return {
    columnId,
    columnName,
    cheapest: cheapest
      ? {
          yourPrice: cheapest.yourPrice,
          months: cheapest.months,
          days: cheapest.days,
          isOnly: plans.length === 1,
        }
      : null,
    endsAt,
  };
}

/** The price of a column's subscription with a button, or until when the reader has subscribed. */
export function ColumnSubscription({ subscription }: { subscription: Subscription }) {
  const { columnId, columnName, cheapest, endsAt } = subscription;
  const isMember = useIsLoggedIn();
  const address = useCanonicalAddress();
  const label = endsAt === null ? '订阅' : '续费';
  const look = {
    size: 's',
    tone: endsAt === null ? 'ink' : 'plain',
    'aria-label': `${label}：${columnName}`,
  } as const;
  return (
    <div className={s.subscription}>
      <span>
        {endsAt !== null && `已订阅，至 ${formatLongDay(endsAt)}`}
        {endsAt === null && cheapest && (
          <>
            <b className="fig">{formatFen(cheapest.yourPrice)}</b> / {formatPeriod(cheapest)}
            {!cheapest.isOnly && ' 起'}
          </>
        )}
      </span>
      {cheapest &&
        (isMember ? (
          <Button {...look} onClick={() => openPayDialog({ preselected: 'column', columnId })}>
            {label}
          </Button>
        ) : (
          <ButtonLink {...look} href={loginAddress(address)}>
            {label}
          </ButtonLink>
        ))}
    </div>
  );
}
