import { useEffect, useRef } from 'react';
import { toasts } from '#client/toasts.ts';
import type { ContestOrder } from '#features/contest/schema.ts';
import { useAsk } from '../../../site.ts';
import { sideNames, spellPrice } from './order-facts.ts';

/** Says when an order that waited has been filled, wherever on the page the player looks. */
export function useFillNews(seasonId: string, open: readonly ContestOrder[] | undefined): void {
  const ask = useAsk();
  const waited = useRef<readonly string[]>([]);
  useEffect(() => {
    const waiting = open?.map(({ id }) => id) ?? [];
    // Of a season that is just left nothing is told.
    const gone = open ? waited.current.filter((id) => !waiting.includes(id)) : [];
    waited.current = waiting;
    if (gone.length === 0) return;
    ask('GET /member/contest/orders', { seasonId, state: 'filled', size: '50' }, { isSilent: true }).then(
      ({ records }) => tell(records.filter(({ id }) => gone.includes(id))),
      () => undefined,
    );
  }, [ask, seasonId, open]);
}

function tell(filled: readonly ContestOrder[]): void {
  const [one] = filled;
  if (!one?.fill) return;
  toasts.success(
    filled.length === 1
      ? `模拟成交：${sideNames[one.side]} ${one.name} ${one.quantity.toLocaleString('en-US')} 股，成交价 ${spellPrice(one.fill.price)} 元`
      : `模拟成交 ${filled.length} 笔`,
  );
}
