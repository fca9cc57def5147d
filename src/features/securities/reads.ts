import { listStockPosts } from '#features/posts/index.ts';
import type { PostKind, PostRecord } from '#features/posts/schema.ts';
import { findStocksByCode } from '#features/stocks/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page, Paging } from '#kernel/http/paging.ts';
import { toIso } from '#shared/dates.ts';
import { stockCodeForms } from '#shared/stock-code.ts';
import {
  countPostsByKind,
  findInstruments,
  findWatchedStock,
  type InstrumentRow,
  listLeadingCodes,
  listWatchedStocks,
} from './queries.ts';
import type { HomeQuote, Security, StockPage, StockQuote, WatchedStock } from './schema.ts';

/** Totals on a security's page are counted up to this number (docs/product.md §14). */
const totalCap = 1000;

/** Returns a security with its newest quote and the numbers of posts that name it. @throws notFound */
export async function readStock(ctx: Context, typed: string): Promise<StockPage> {
  const found = await requireSecurity(ctx, typed);
  const { code } = found.security;
  const { actor } = ctx;
  const [counts, watched] = await Promise.all([
    countPostsByKind(ctx.db, code, totalCap),
    actor.kind === 'member' ? findWatchedStock(ctx.db, actor.memberId, code) : undefined,
  ]);
  const totalOf = (kind: PostKind) => counts.get(kind) ?? 0;
  return {
    ...found.security,
    initials: found.initials,
    aliases: found.aliases,
    totals: { news: totalOf('news'), article: totalOf('article'), reference: totalOf('reference') },
    watched: watched !== undefined,
  };
}

/** Without codes of the operator, so many securities are on the home page: one line of a wide screen. */
const defaultHomeQuotes = 8;

/** Returns the quotes of these codes, in this order, or without codes those of the leading securities. */
export async function readHomeQuotes(ctx: Context, setCodes: readonly string[]): Promise<HomeQuote[]> {
  const codes = setCodes.length > 0 ? setCodes : await listLeadingCodes(ctx.db, defaultHomeQuotes);
  const found = await findSecurities(ctx, codes.flatMap(candidatesOf));
  return codes.flatMap((typed) => {
    const security = matchOf(typed, found)?.security;
    if (!security?.quote) return [];
    const { code, name, isSimulated, quote } = security;
    const { at, last, previousClose, isSuspended } = quote;
    return [{ code, name, isSimulated, quote: { at, last, previousClose, isSuspended } }];
  });
}

/** Lists the posts that name a security, newest first. @throws notFound for an unknown security */
export async function readStockPosts(
  ctx: Context,
  { code, kind, ...paging }: Paging & { code: string; kind?: PostKind | undefined },
): Promise<Page<PostRecord>> {
  const { security } = await requireSecurity(ctx, code);
  return listStockPosts(ctx, security.code, kind, paging);
}

/** Lists the securities the caller watches, newest first; at most `maxWatchedStocks`. */
export async function listOwnWatchedStocks(ctx: Context): Promise<WatchedStock[]> {
  const rows = await listWatchedStocks(ctx.db, requireMemberId(ctx));
  const found = await findSecurities(
    ctx,
    rows.map(({ code }) => code),
  );
  return rows.map(({ id, code, created_at }) => ({
    // A security that left both tables stays in the list by its code until it is removed.
    ...(found.get(code)?.security ?? {
      code,
      name: code,
      market: '',
      board: null,
      isSimulated: false,
      quote: null,
    }),
    id,
    watchedAt: toIso(created_at),
  }));
}

/** Returns the names of securities by code; omits unknown ones. */
export async function nameSecurities(
  ctx: Context,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await findSecurities(ctx, codes);
  return new Map([...found].map(([code, { security }]) => [code, security.name]));
}

type FoundSecurity = { security: Security; initials: string; aliases: string[] };

/**
 * Finds a security by its code, with or without market: the most exact form first, because an operator's table may
 * contain codes such as 000001.SH. @throws notFound if neither the stock table nor the market has it
 */
export async function requireSecurity(ctx: Context, typed: string): Promise<FoundSecurity> {
  const security = matchOf(typed, await findSecurities(ctx, candidatesOf(typed)));
  if (!security) throw notFound(`没有代码为 ${typed} 的证券`);
  return security;
}

const bareCode = (typed: string): string => stockCodeForms(typed)[0].replace(/\.(?:SH|SZ|BJ)$/, '');

const candidatesOf = (typed: string): string[] => [typed, ...stockCodeForms(typed), bareCode(typed)];

/** A table may have an index by its number alone; then its market, or that it is an index, says that it is meant. */
function matchOf(typed: string, found: ReadonlyMap<string, FoundSecurity>): FoundSecurity | undefined {
  const [exact, ...others] = stockCodeForms(typed);
  const code = [typed, exact, ...others].find((form) => found.has(form));
  if (code !== undefined) return found.get(code);
  const bare = found.get(bareCode(typed));
  const isMeant = bare && (bare.security.board === 'index' || exact.endsWith(`.${bare.security.market}`));
  return isMeant ? bare : undefined;
}

/** Finds securities of the stock table and of the market by code; omits unknown ones. */
async function findSecurities(
  ctx: Context,
  codes: readonly string[],
): Promise<ReadonlyMap<string, FoundSecurity>> {
  const [stocks, instruments] = await Promise.all([
    findStocksByCode(ctx, codes),
    findInstruments(ctx.db, codes),
  ]);
  const found = new Map<string, FoundSecurity>();
  for (const code of codes) {
    const stock = stocks.get(code);
    const instrument = instruments.get(code);
    const name = stock?.name ?? instrument?.name;
    if (name === undefined) continue;
    found.set(code, {
      security: {
        code,
        name,
        market: stock?.market ?? '',
        board: (instrument?.board as Security['board']) ?? null,
        isSimulated: instrument?.is_invented ?? false,
        quote: instrument ? presentQuote(instrument) : null,
      },
      initials: instrument?.initials ?? '',
      aliases: stock?.aliases ?? [],
    });
  }
  return found;
}

const presentQuote = ({ at, previous_close, is_suspended, volume, amount, ...row }: InstrumentRow) =>
  at &&
  ({
    at: toIso(at),
    last: row.last,
    previousClose: previous_close,
    open: row.open,
    high: row.high,
    low: row.low,
    volume: Number(volume),
    amount: Number(amount),
    isSuspended: is_suspended,
  } satisfies StockQuote);
