import { isStockCode, plainStockCode } from '#shared/stock-code.ts';
import { type FetchCall, withoutAlerts } from '#web/api.ts';
import type { LoadArguments } from '#web/page.ts';
import { notFoundError, orNull } from '#web/parts/settle-all.ts';
import { type RowRecord, toRowRecord } from '#web/parts/story.ts';
import { recordUserState } from '#web/parts/user-state/record-user-state.ts';
import type { StockPage } from '../schema.ts';
import { readStockFilter, type StockFilter } from './stock-filter.ts';

const pageSize = 20;

export type StockPosts = { records: RowRecord[]; cursor: string | null };

export type StockData = {
  stock: StockPage;
  /** `code` is that of the security, however the address writes it. */
  filter: StockFilter;
  /** The first page; null if the list failed to load: the page shows the security without it. */
  posts: StockPosts | null;
};

/** Loads a security and the newest posts that name it. @throws 404 if there is no such security */
export async function loadStock({ fetchCall, pageLocation }: LoadArguments): Promise<StockData> {
  const filter = readStockFilter(pageLocation.query);
  if (!isStockCode(plainStockCode(filter.code))) throw notFoundError('没有这只证券');
  const fetchQuietly = withoutAlerts(fetchCall);
  const userState = recordUserState();
  const [stock, posts] = await Promise.all([
    fetchQuietly('GET /reception/stock', { code: filter.code }),
    orNull(fetchStockPosts(fetchQuietly, filter)),
  ]);
  userState.stock(stock);
  return { stock, filter: { ...filter, code: stock.code }, posts };
}

/** Fetches one page of the posts that name a security, newest first. */
export async function fetchStockPosts(
  fetchCall: FetchCall,
  { code, kind }: StockFilter,
  cursor = '',
): Promise<StockPosts> {
  const userState = recordUserState();
  const page = await fetchCall('GET /reception/stockPosts', {
    code,
    size: pageSize,
    ...(kind && { kind }),
    ...(cursor && { cursor }),
  });
  userState.records(page.records);
  return { records: page.records.map(toRowRecord), cursor: page.cursor };
}
