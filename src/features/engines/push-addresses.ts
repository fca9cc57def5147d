import type { CurrentSettings, Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { backOff } from '#kernel/db/queue.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { explainFetch } from '#kernel/fetch/explain-fetch.ts';
import { type FetchLimits, postText } from '#kernel/fetch/fetch-bytes.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { detailPath } from '#shared/site-paths.ts';
import { type Outcome, readBaiduAnswer, readIndexNowAnswer } from './answers.ts';
import {
  claimAddresses,
  deleteAddresses,
  deleteOld,
  findPosts,
  findState,
  insertPush,
  type OutboxRow,
  postponeAddresses,
  type StateRow,
  saveState,
} from './queries.ts';
import { type Engine, engineNames } from './schema.ts';

export type EngineParts = {
  settings: Settings;
  fetching: FetchLimits;
  /** Returns the ids of the columns whose pages open without a log-in. */
  openColumnIds: (ctx: Context) => Promise<ReadonlySet<string>>;
  /** Where the engines listen; tests name a stand-in. */
  origins?: { baidu: string; indexnow: string };
};

/** Limits of the two protocols. */
const maxAddresses: Record<Engine, number> = { baidu: 2000, indexnow: 10_000 };
/** Edits that follow one another are pushed once. */
export const settleMs = 60_000;
const firstRetryMs = 60_000;
const maxRetryMs = 6 * 3_600_000;
const maxWaitingMs = 7 * dayMs;
const retentionMs = 30 * dayMs;
const limits = { timeoutMs: 20_000, maxBytes: 256 * 1024 };
const errorText = { address: '接口地址', server: '搜索引擎', content: '回答', maxMb: 1, seconds: 20 };

/** Returns the engines that the operator has switched on. */
export const usedEngines = ({ engines, site }: CurrentSettings): Engine[] =>
  site.url ? engineNames.filter((name) => (name === 'baidu' ? engines.baiduPush : engines.indexNow)) : [];

/** Pushes what waits, one batch per engine. Safe in several processes at once. */
export async function pushWaiting(ctx: Context, parts: EngineParts): Promise<void> {
  const settings = await parts.settings(ctx);
  for (const engine of usedEngines(settings)) await pushBatch(ctx, parts, settings, engine);
}

/** Forgets addresses that no engine took within a week, and the log after a month. */
export const tidyPushes = (ctx: Context): Promise<void> => {
  const now = ctx.now().getTime();
  return deleteOld(ctx.db, { queued: new Date(now - maxWaitingMs), pushed: new Date(now - retentionMs) });
};

async function pushBatch(
  ctx: Context,
  parts: EngineParts,
  settings: CurrentSettings,
  engine: Engine,
): Promise<void> {
  const state = await currentState(ctx, engine);
  if (state.retry_at && state.retry_at > ctx.now()) return;
  const limit = Math.max(1, Math.min(maxAddresses[engine], state.remaining ?? maxAddresses[engine]));
  const rows = await claimAddresses(ctx, engine, limit);
  if (rows.length === 0) return;
  const addresses = await findAddresses(ctx, parts, settings, engine, rows);
  const outcome = addresses.length > 0 ? await send(ctx, parts, settings, engine, addresses) : null;
  await inTransaction(ctx, async (trx) => {
    if (!outcome) return deleteAddresses(trx, rows);
    const now = ctx.now();
    const next = nextState(state, outcome, { now, count: addresses.length });
    await saveState(trx, next);
    if (outcome.kind === 'taken' || outcome.kind === 'refused') await deleteAddresses(trx, rows);
    else await postponeAddresses(trx, rows, next.retry_at ?? now);
    // A batch that is halved because of the quota is no news to staff.
    if (outcome.kind === 'over' && !next.retry_at) return;
    await insertPush(trx, {
      engine,
      addresses,
      is_taken: outcome.kind === 'taken',
      answer: outcome.answer,
      pushed_at: now,
    });
  });
}

/** Returns the state of today: a quota ends with its day in Shanghai. */
async function currentState(ctx: Context, engine: Engine): Promise<StateRow> {
  const state = await findState(ctx.db, engine);
  if (!state) return { engine, failures: 0, retry_at: null, remaining: null };
  const isOver = state.retry_at !== null && state.retry_at <= ctx.now();
  return isOver && state.remaining === 0 ? { ...state, remaining: null } : state;
}

/**
 * Decides when and with how many addresses the engine is pushed to next. Baidu refuses a batch that is larger than the
 * rest of the quota without saying how much that is, so the batch is halved until it fits or is one address.
 */
export function nextState(
  { engine, failures }: StateRow,
  { kind, remaining }: Outcome,
  { now, count }: { now: Date; count: number },
): StateRow {
  const tomorrow = new Date(Date.parse(`${dayOf(now)}T00:00:00+08:00`) + dayMs);
  const isEmpty = remaining === 0 || (kind === 'over' && count <= 1);
  if (isEmpty) return { engine, failures: 0, retry_at: tomorrow, remaining: 0 };
  if (kind === 'over') return { engine, failures: 0, retry_at: null, remaining: Math.floor(count / 2) };
  if (kind !== 'failed') return { engine, failures: 0, retry_at: null, remaining: remaining ?? null };
  const retryMs = backOff(failures + 1, firstRetryMs, maxRetryMs);
  return {
    engine,
    failures: failures + 1,
    retry_at: new Date(now.getTime() + retryMs),
    remaining: remaining ?? null,
  };
}

/**
 * Returns the addresses of claimed rows that a visitor may open. IndexNow also gets those that readers no longer find,
 * so that it drops them; Baidu has no such interface.
 */
async function findAddresses(
  ctx: Context,
  { openColumnIds }: EngineParts,
  { site }: CurrentSettings,
  engine: Engine,
  rows: readonly OutboxRow[],
): Promise<string[]> {
  const ids = [...new Set(rows.map(({ post_id }) => post_id))];
  const posts = new Map((await findPosts(ctx.db, ids)).map((post) => [post.id, post]));
  const openIds = await openColumnIds(ctx);
  return rows.flatMap(({ post_id, column_id }) => {
    const post = posts.get(post_id);
    if (!openIds.has(column_id) || !site.url) return [];
    const isShown = post?.state === 'published' && post.column_id === column_id;
    return isShown || engine === 'indexnow' ? [site.url + detailPath(column_id, post_id)] : [];
  });
}

async function send(
  ctx: Context,
  { fetching, origins }: EngineParts,
  { engines, site }: CurrentSettings,
  engine: Engine,
  addresses: readonly string[],
): Promise<Outcome> {
  const options = { ...limits, ...fetching };
  try {
    if (engine === 'baidu') {
      // The protocol has the token in the address, and no TLS.
      const query = new URLSearchParams({ site: site.url ?? '', token: engines.baiduToken });
      const { status, bytes } = await postText(
        `${origins?.baidu ?? 'http://data.zz.baidu.com'}/urls?${query}`,
        addresses.join('\n'),
        { ...options, headers: { 'content-type': 'text/plain' } },
      );
      return readBaiduAnswer(status, bytes.toString('utf8'));
    }
    const body = {
      host: new URL(site.url ?? '').host,
      key: engines.indexNowKey,
      keyLocation: `${site.url}/${engines.indexNowKey}.txt`,
      urlList: addresses,
    };
    const { status } = await postText(
      `${origins?.indexnow ?? `https://${engines.indexNowHost}`}/indexnow`,
      JSON.stringify(body),
      { ...options, headers: { 'content-type': 'application/json; charset=utf-8' } },
    );
    return readIndexNowAnswer(status, addresses.length);
  } catch (fault) {
    const explained = explainFetch(fault, errorText);
    // The address of Baidu contains the token, so the log has the engine only.
    if (!explained) ctx.log.error({ engine, code: (fault as { code?: string }).code }, 'a push failed');
    return { kind: 'failed', answer: explained ?? '没有送出，稍后再推' };
  }
}
