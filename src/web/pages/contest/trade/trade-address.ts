import { isId } from '#shared/ids.ts';
import { listAddress } from '../../../parts/list-address.ts';

/** What the address of the trade page says; null where it says nothing that makes sense. */
export type TradeChoice = { code: string | null; season: string | null };

export function readTradeChoice(query: URLSearchParams): TradeChoice {
  const code = (query.get('code') ?? '').normalize('NFKC').trim().toUpperCase();
  const season = query.get('season') ?? '';
  return {
    code: /^[0-9A-Z.]{1,12}$/.test(code) ? code : null,
    season: isId(season) ? season : null,
  };
}

export const tradeAddress = ({ code, season }: TradeChoice): string =>
  listAddress('/gszb/trade', { code: code ?? undefined, season: season ?? undefined });
