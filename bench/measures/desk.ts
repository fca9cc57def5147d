import { addMember } from '#features/identity/index.ts';
import { callHeaders, openClient } from '../client.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { atMost, figure, type Line } from '../report.ts';
import { median, quantile } from '../rounds.ts';
import { openSessions } from '../sessions.ts';

const askedEach = 150;
const mobile = '18800000001';
const token = 'bench-desk-token';

type Asked = { path: string; body?: unknown };

/**
 * What an editor does all day over HTTP, one after the other, against a reader's `selectArticle` in between: lists
 * by state and column, a page deep in them, a search, a piece opened and saved.
 */
export const desk: Measure = async ({ portal, running }) => {
  const { apiBase, apiClient } = portal.config;
  const memberId = await addMember(portal.ctx, { mobile, password: 'bench password', role: 'editor' });
  await openSessions(portal, [{ memberId, token }]);
  const headers = { ...callHeaders(apiClient), 'blade-auth': `bearer ${token}` };
  const client = openClient(running.port);
  const ids = await somePieces();
  const words = ['减持', '股东', '业绩', '公告', '新能源'];
  const list = (query: Record<string, string>): Asked => ({
    path: `/admin/post/list?${new URLSearchParams({ size: '20', ...query })}`,
  });
  const turn = <T>(things: readonly T[], n: number): T => things[n % things.length] as T;
  const kinds: Record<string, (n: number) => Asked | Promise<Asked>> = {
    reading: (n) => ({ path: `/reception/article/selectArticle?id=${turn(ids, n)}`, body: {} }),
    'the list, all': () => list({}),
    'the list, one state': () => list({ state: 'published' }),
    'the list, one column': () => list({ columnId: measuredColumn }),
    'the list, page 50': () => list({ current: '50' }),
    'a search': (n) => list({ keyword: turn(words, n) }),
    'opening a piece': (n) => ({ path: `/admin/post/detail?id=${turn(ids, n)}` }),
    'saving a piece': async (n) => nextSave(turn(ids, n), n),
  };
  const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
  try {
    for (let n = -20; n < askedEach; n++) {
      for (const [kind, ask] of Object.entries(kinds)) {
        const ms = await timed(await ask(n + 20));
        if (n >= 0) times.get(kind)?.push(ms);
      }
    }
  } finally {
    client.close();
  }
  const p95 = (kind: string) => quantile(times.get(kind) ?? [], 0.95);
  const half = (kind: string) => figure(median(times.get(kind) ?? []));
  return Object.keys(kinds)
    .slice(1)
    .map((kind): Line => {
      const detail = `${figure(p95(kind))} ms, median ${half(kind)} ms; reading ${figure(p95('reading'))} ms`;
      return atMost(`desk: ${kind}, p95 : selectArticle, p95`, p95(kind) / p95('reading'), 10, '×', detail);
    });

  async function timed({ path, body }: Asked): Promise<number> {
    const started = performance.now();
    const { status, body: said } = await send({ path, body });
    const ms = performance.now() - started;
    if (status !== 200) throw new Error(`${path} answered ${status}: ${said.toString().slice(0, 200)}`);
    return ms;
  }

  function send({ path, body }: Asked) {
    return body === undefined
      ? client.get(apiBase + path, headers)
      : client.post(apiBase + path, headers, body);
  }

  /** The save of a piece as it stands, with a word more. */
  async function nextSave(id: string, n: number): Promise<Asked> {
    const { body } = await send({ path: `/admin/post/detail?id=${id}` });
    const { data } = JSON.parse(body.toString());
    const content = { ...data.content, html: `${data.content.html}<p>第 ${n} 次修改。</p>` };
    return { path: '/admin/post/save', body: { id, base: data.version, content } };
  }

  async function somePieces(): Promise<string[]> {
    const rows = await portal.query<{ id: string }>(
      `select id::text from posts where column_id = $1 and state = 'published' order by md5(id::text) limit $2`,
      [measuredColumn, askedEach],
    );
    return rows.map(({ id }) => id);
  }
};
