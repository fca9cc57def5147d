import { isId } from '#shared/ids.ts';
import { statusOf, withoutAlerts } from '#web/api.ts';
import type { LoadArguments } from '#web/page.ts';
import { listAddress } from '#web/parts/list-address.ts';
import { notFoundError } from '#web/parts/settle-all.ts';
import type { ContestQuote, ContestSeason } from '../../schema.ts';

export const tradeAddress = ({ code, season }: TradeChoice): string =>
  listAddress('/gszb/trade', { code: code ?? undefined, season: season ?? undefined });

export type TradeData = {
  choice: TradeChoice;
  /** Null until there has been a season. */
  season: ContestSeason | null;
  /** Quote of the security in the address; null if the address names none or an unknown one. */
  quote: ContestQuote | null;
  /** `missing`: the address names an unknown security; `failed`: its quote failed to load. */
  quoteFault: 'missing' | 'failed' | null;
};

/**
 * Loads a season and the chosen security; the running season if the address names none. @throws 404 if there is no such
 * season
 */
export async function loadTrade({ fetchCall, pageLocation }: LoadArguments): Promise<TradeData> {
  const fetchQuietly = withoutAlerts(fetchCall);
  const choice = parseTradeChoice(pageLocation.query);
  const [season, quoteResult] = await Promise.all([
    fetchQuietly('GET /reception/contest/season', choice.season === null ? {} : { id: choice.season }),
    choice.code === null
      ? noQuote
      : fetchQuietly('GET /reception/contest/quote', { code: choice.code }).then(quoteFound, quoteFailed),
  ]);
  if (!season && choice.season !== null) throw notFoundError('没有这个赛季');
  return { choice, season, ...quoteResult };
}

type QuoteResult = Pick<TradeData, 'quote' | 'quoteFault'>;

const noQuote: QuoteResult = { quote: null, quoteFault: null };
const quoteFound = (quote: ContestQuote): QuoteResult => ({ quote, quoteFault: null });
const quoteFailed = (failure: unknown): QuoteResult => ({
  quote: null,
  quoteFault: statusOf(failure) === 404 ? 'missing' : 'failed',
});

/** The choice in the address of the trading page; null for absent or invalid values. */
export type TradeChoice = { code: string | null; season: string | null };

function parseTradeChoice(query: URLSearchParams): TradeChoice {
  const code = (query.get('code') ?? '').normalize('NFKC').trim().toUpperCase();
  const season = query.get('season') ?? '';
  return {
    code: /^[0-9A-Z.]{1,12}$/.test(code) ? code : null,
    season: isId(season) ? season : null,
  };
}
