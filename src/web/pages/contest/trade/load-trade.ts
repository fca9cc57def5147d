import type { ContestQuote, ContestSeason } from '#features/contest/schema.ts';
import { isId } from '#shared/ids.ts';
import { silently, statusOf } from '../../../api.ts';
import type { LoadArguments } from '../../../page.ts';
import { listAddress } from '../../../parts/list-address.ts';
import { missing } from '../../../parts/settle.ts';

export const tradeAddress = ({ code, season }: TradeChoice): string =>
  listAddress('/gszb/trade', { code: code ?? undefined, season: season ?? undefined });

export type TradeData = {
  choice: TradeChoice;
  /** Null while there has been no season. */
  season: ContestSeason | null;
  /** Of the security in the address; null where it names none, or none that there is. */
  quote: ContestQuote | null;
  /** The address names a security that there is not, or whose quote did not come. */
  quoteFault: 'missing' | 'failed' | null;
};

/**
 * A season and the security to trade; the season that runs where the address names none.
 * @throws 404 when there is no such season
 */
export async function loadTrade({ ask: loud, place }: LoadArguments): Promise<TradeData> {
  const ask = silently(loud);
  const choice = readTradeChoice(place.query);
  const [season, quoted] = await Promise.all([
    ask('GET /reception/contest/season', choice.season === null ? {} : { id: choice.season }),
    choice.code === null
      ? none
      : ask('GET /reception/contest/quote', { code: choice.code }).then(found, lost),
  ]);
  if (!season && choice.season !== null) throw missing('没有这个赛季');
  return { choice, season, ...quoted };
}

type Quoted = Pick<TradeData, 'quote' | 'quoteFault'>;

const none: Quoted = { quote: null, quoteFault: null };
const found = (quote: ContestQuote): Quoted => ({ quote, quoteFault: null });
const lost = (failure: unknown): Quoted => ({
  quote: null,
  quoteFault: statusOf(failure) === 404 ? 'missing' : 'failed',
});

/** What the address of the trade page says; null where it says nothing that makes sense. */
export type TradeChoice = { code: string | null; season: string | null };

function readTradeChoice(query: URLSearchParams): TradeChoice {
  const code = (query.get('code') ?? '').normalize('NFKC').trim().toUpperCase();
  const season = query.get('season') ?? '';
  return {
    code: /^[0-9A-Z.]{1,12}$/.test(code) ? code : null,
    season: isId(season) ? season : null,
  };
}
