import { z } from 'zod';
import { kind, record as recordSchema } from '#features/posts/schema.ts';
import { paging } from '#kernel/http/inputs.ts';
import { pageOf } from '#kernel/http/paging.ts';
import { foldWidth } from '#shared/fold-width.ts';
import { isStockCode, plainStockCode } from '#shared/stock-code.ts';

/* Prices are in 厘 (0.001 yuan), amounts in fen, volumes in shares, times ISO 8601. */
const price = z.number().int();

const code = z
  .string({
    error: ({ input }) => (input === undefined ? '请提供股票代码' : '股票代码只能填一个'),
  })
  .transform((typed) => foldWidth(typed).trim().toUpperCase())
  .refine((typed) => isStockCode(plainStockCode(typed)), {
    error: '股票代码不正确，应为六位数字，如 300750',
  })
  .meta({ title: '股票代码' });
export const codeQuery = z.object({ code });

/** The newest quote of a security, as the operator feeds it. */
const quote = z.object({
  at: z.string(),
  last: price,
  previousClose: price,
  open: price,
  high: price,
  low: price,
  volume: z.number(),
  amount: z.number(),
  isSuspended: z.boolean(),
});

/** A security of the stock table or of the market. `market` is SH, SZ, BJ or empty; `board` null if unknown. */
const security = z.object({
  code: z.string(),
  name: z.string(),
  market: z.string(),
  board: z.enum(['main', 'chinext', 'star', 'bse', 'index']).nullable(),
  /** The demo's market moves it: its quotes are invented. */
  isSimulated: z.boolean(),
  /** Null if the operator feeds no quotes of it. */
  quote: quote.nullable(),
});

export const stock = security.extend({
  /** Pinyin initials; empty if unknown. */
  initials: z.string(),
  aliases: z.array(z.string()),
  /** Numbers of published posts that name it, by kind, counted up to 1,000. */
  totals: z.object({ news: z.number().int(), article: z.number().int(), reference: z.number().int() }),
  /** Whether the caller watches it. */
  watched: z.boolean(),
});

/** A security of the strip on the home page, with the quote that it must have. */
const homeQuote = security
  .pick({ code: true, name: true, isSimulated: true })
  .extend({ quote: quote.pick({ at: true, last: true, previousClose: true, isSuspended: true }) });
export const homeQuotes = z.array(homeQuote);

export const stockPostsQuery = z.object({ code, kind: kind.optional().meta({ title: '类型' }), ...paging });
export const stockPostPage = pageOf(recordSchema);

export const added = z.object({ id: z.string() });
export const done = z.boolean();
export const watchedStocks = z.array(security.extend({ id: z.string(), watchedAt: z.string() }));
export const pagingQuery = z.object(paging);

export type StockQuote = z.infer<typeof quote>;
export type Security = z.infer<typeof security>;
export type StockPage = z.infer<typeof stock>;
export type StockPostPage = z.infer<typeof stockPostPage>;
export type HomeQuote = z.infer<typeof homeQuote>;
export type WatchedStock = z.infer<typeof watchedStocks>[number];
