import { addMember } from '#features/identity/index.ts';
import { writeCursor } from '#shared/cursors.ts';
import { callHeaders, openClient } from '../client.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { atMost, formatNumber, type Line } from '../report.ts';
import { median, quantile } from '../rounds.ts';
import { openSessions } from '../sessions.ts';

const requestsPerKind = 150;
/** The number of posts in one `changeMany`, and the number of such calls. */
const bulkSize = 50;
const bulkRounds = 10;
const bulkKind = 'one post of a bulk change';
const mobile = '18800000001';
const token = 'bench-desk-token';

type AdminCall = { path: string; body?: unknown };

/**
 * An editor's typical calls over HTTP, one after the other, with a reader's `selectArticle` in between: lists by state
 * and column, sorted and in their middle, a search, opening and saving a post, withdrawing and publishing 50 posts at
 * once.
 */
export const adminMeasure: Measure = async ({ portal, running }) => {
  const { apiBase, apiClient } = portal.config;
  const memberId = await addMember(portal.ctx, { mobile, password: 'bench password', role: 'editor' });
  await openSessions(portal, [{ memberId, token }]);
  const headers = { ...callHeaders(apiClient), 'blade-auth': `bearer ${token}` };
  const client = openClient(running.port);
  const ids = await findPosts();
  const middlePageCursor = await middleCursor();
  const words = ['减持', '股东', '业绩', '公告', '新能源'];
  const list = (query: Record<string, string>): AdminCall => ({
    path: `/admin/post/list?${new URLSearchParams({ size: '20', ...query })}`,
  });
  const pickByTurn = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;
  const kinds: Record<string, (n: number) => AdminCall | Promise<AdminCall>> = {
    reading: (n) => ({ path: `/reception/article/selectArticle?id=${pickByTurn(ids, n)}`, body: {} }),
    'the list, all': () => list({}),
    'the list, one state': () => list({ state: 'published' }),
    'the list, one column': () => list({ columnId: measuredColumn }),
    'the list, one column, oldest change first': () => list({ columnId: measuredColumn, sort: 'updatedAt' }),
    'the list, by publication': () => list({ state: 'published', sort: '-publishedAt' }),
    'the list, in its middle': () => list({ cursor: middlePageCursor }),
    'the list, 100 of a selection across pages': () => list({ cursor: middlePageCursor, size: '100' }),
    'a search': (n) => list({ keyword: pickByTurn(words, n) }),
    'opening a post': (n) => ({ path: `/admin/post/detail?id=${pickByTurn(ids, n)}` }),
    'saving a post': async (n) => nextSave(pickByTurn(ids, n), n),
  };
  const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
  try {
    for (let n = -20; n < requestsPerKind; n++) {
      for (const [kind, makeCall] of Object.entries(kinds)) {
        const ms = await measureMs(await makeCall(n + 20));
        if (n >= 0) times.get(kind)?.push(ms);
      }
    }
    for (let n = 0; n < bulkRounds; n++)
      for (const change of ['withdraw', 'publish'] as const) {
        const body = { ids: ids.slice(n * bulkSize, (n + 1) * bulkSize), change };
        const ms = await measureMs({ path: '/admin/post/changeMany', body });
        times.set(bulkKind, [...(times.get(bulkKind) ?? []), ms / bulkSize]);
      }
  } finally {
    client.close();
  }
  const p95 = (kind: string) => quantile(times.get(kind) ?? [], 0.95);
  const medianText = (kind: string) => formatNumber(median(times.get(kind) ?? []));
  return [...times.keys()].slice(1).map((kind): Line => {
    const detail = `${formatNumber(p95(kind))} ms, median ${medianText(kind)} ms; reading ${formatNumber(p95('reading'))} ms`;
    return atMost(`desk: ${kind}, p95 : selectArticle, p95`, p95(kind) / p95('reading'), 10, '×', detail);
  });

  async function measureMs({ path, body }: AdminCall): Promise<number> {
    const started = performance.now();
    const { status, body: responseBody } = await send({ path, body });
    const ms = performance.now() - started;
    if (status !== 200)
      throw new Error(`${path} answered ${status}: ${responseBody.toString().slice(0, 200)}`);
    return ms;
  }

  function send({ path, body }: AdminCall) {
    return body === undefined
      ? client.get(apiBase + path, headers)
      : client.post(apiBase + path, headers, body);
  }

  /** Returns the input that saves a post with one more word. */
  async function nextSave(id: string, n: number): Promise<AdminCall> {
    const { body } = await send({ path: `/admin/post/detail?id=${id}` });
    const { data } = JSON.parse(body.toString());
    const content = { ...data.content, html: `${data.content.html}<p>第 ${n} 次修改。</p>` };
    return { path: '/admin/post/save', body: { id, base: data.version, content } };
  }

  /** Returns the cursor after the post in the middle of the list by change. */
  async function middleCursor(): Promise<string> {
    const [row] = await portal.query<{ id: string; at: Date }>(
      `select id::text, updated_at at from posts order by updated_at desc, id desc
       offset (select count(*) / 2 from posts) limit 1`,
    );
    if (!row) throw new Error('there are no posts');
    return writeCursor({ at: row.at.getTime(), id: row.id });
  }

  async function findPosts(): Promise<string[]> {
    const rows = await portal.query<{ id: string }>(
      `select id::text from posts where column_id = $1 and state = 'published' order by md5(id::text) limit $2`,
      [measuredColumn, Math.max(requestsPerKind, bulkRounds * bulkSize)],
    );
    return rows.map(({ id }) => id);
  }
};
