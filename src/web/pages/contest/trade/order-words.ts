import type { ContestOrder } from '#features/contest/schema.ts';
import { writePrice } from '#shared/market.ts';
import type { Side } from './ticket.ts';

export const sideNames: Record<Side, string> = { buy: '买入', sell: '卖出' };

/** 10.50, or 市价. */
export const spellPrice = (price: number | null): string => (price === null ? '市价' : writePrice(price));

export const orderStates: Record<ContestOrder['state'], { word: string; tone: 'ok' | 'wait' | 'off' }> = {
  open: { word: '待成交', tone: 'wait' },
  filled: { word: '已成交', tone: 'ok' },
  cancelled: { word: '已撤单', tone: 'off' },
  expired: { word: '已失效', tone: 'off' },
};

/** 11-20 14:55 of a moment of this year, else with the year. */
export function spellMoment(iso: string, today: string): string {
  const clock = iso.slice(11, 19);
  if (iso.slice(0, 10) === today) return clock;
  const day = iso.slice(0, 4) === today.slice(0, 4) ? iso.slice(5, 10) : iso.slice(0, 10);
  return `${day} ${clock.slice(0, 5)}`;
}
