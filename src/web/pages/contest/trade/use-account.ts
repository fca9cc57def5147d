import { useCallback } from 'react';
import type { ContestAccount, ContestOrder, ContestSeason } from '#features/contest/schema.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { useWhileVisible } from '../../../parts/use-while-visible.ts';
import { useAsk } from '../../../site.ts';

export type OwnAccount = {
  account: ContestAccount | undefined;
  /** Orders that wait, newest first. */
  open: ContestOrder[] | undefined;
  isFailed: boolean;
  /** Asks anew, after an act of one's own. */
  reload: () => Promise<void>;
};

const everyMs = 10_000;
/** So many waiting orders are shown; a filled or taken one makes room for an older one. */
export const mostWaiting = 100;

/** What the player has in a season; asked again while something can change. */
export function useAccount({ id: seasonId, me, isSessionOpen }: ContestSeason): OwnAccount {
  const ask = useAsk();
  const key = me?.playerId ? `${seasonId} ${me.playerId}` : null;
  const account = useLoad(key, () => ask('GET /member/contest/account', { seasonId }, { isSilent: true }));
  const orders = useLoad(key, () =>
    ask(
      'GET /member/contest/orders',
      { seasonId, state: 'open', size: String(mostWaiting) },
      { isSilent: true },
    ),
  );
  const [reloadAccount, reloadOrders] = [account.reload, orders.reload];
  const reload = useCallback(async () => {
    await Promise.all([reloadAccount(), reloadOrders()]);
  }, [reloadAccount, reloadOrders]);
  const hasOpen = (orders.data?.records.length ?? 0) > 0;
  const hasHoldings = (account.data?.holdings.length ?? 0) > 0;
  useWhileVisible(reload, everyMs, key !== null && (hasOpen || (isSessionOpen && hasHoldings)));
  return {
    account: account.data,
    open: orders.data?.records,
    isFailed: account.fault !== undefined || orders.fault !== undefined,
    reload,
  };
}
