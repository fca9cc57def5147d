import { useCallback } from 'react';
import { useLoad } from '#web/parts/use-load.ts';
import { useWhileVisible } from '#web/parts/use-while-visible.ts';
import { useFetchCall } from '#web/site.ts';
import type { ContestAccount, ContestOrder, ContestSeason } from '../../schema.ts';

export type OwnAccount = {
  account: ContestAccount | undefined;
  /** Open orders, newest first. */
  open: ContestOrder[] | undefined;
  isFailed: boolean;
  /** Loads again, after the player's own action. */
  reload: () => Promise<void>;
};

const refreshMs = 10_000;
/** Maximum number of open orders shown; when one is filled or cancelled, an older one takes its place. */
export const maxOpenOrders = 100;

/** The player's account in a season; polls while it can change. */
export function useAccount({ id: seasonId, me, isSessionOpen }: ContestSeason): OwnAccount {
  const load = useFetchCall();
  const key = me?.playerId ? `${seasonId} ${me.playerId}` : null;
  const account = useLoad(key, () => load('GET /member/contest/account', { seasonId }, { isSilent: true }));
  const orders = useLoad(key, () =>
    load(
      'GET /member/contest/orders',
      { seasonId, state: 'open', size: String(maxOpenOrders) },
      { isSilent: true },
    ),
  );
  const [reloadAccount, reloadOrders] = [account.reload, orders.reload];
  const reload = useCallback(async () => {
    await Promise.all([reloadAccount(), reloadOrders()]);
  }, [reloadAccount, reloadOrders]);
  const hasOpen = (orders.data?.records.length ?? 0) > 0;
  const hasHoldings = (account.data?.holdings.length ?? 0) > 0;
  useWhileVisible(reload, refreshMs, key !== null && (hasOpen || (isSessionOpen && hasHoldings)));
  return {
    account: account.data,
    open: orders.data?.records,
    isFailed: account.error !== undefined || orders.error !== undefined,
    reload,
  };
}
