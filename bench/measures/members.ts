import { detailPath } from '#client/routes.ts';
import { type Actor, visitor } from '#kernel/actor.ts';
import { tenantSchema } from '#kernel/db/pool.ts';
import { callInProcess } from '#kernel/http/calls.ts';
import { callHeaders, openClient } from '../client.ts';
import { startContender } from '../contenders.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { recordStatements, type Statement } from '../record-statements.ts';
import { atLeast, formatNumber, infoLine, type Line } from '../report.ts';
import { medianOf, ratioOf, runSideBySide } from '../rounds.ts';
import { openSessions } from '../sessions.ts';
import { byClock, byProcessor, formatSpeed } from '../speed.ts';

const memberCount = 100_000;
// Number of concurrent readers; each makes several requests per round with their own token.
const readers = 500;
const list = '/reception/article/getResearchArticleList';
const detail = '/reception/article/selectArticle';

type Arguments = Parameters<Measure>[0];

/**
 * Lists and details read by 500 of 100,000 members, each with collected posts and followed authors, compared with a
 * bare Fastify handler that runs only the SELECT of the rows through a pool of the same size, with the same calls as
 * visitors, and with the cached page that visitors get.
 */
export const members: Measure = async (given) => {
  const tokens = await fillMembers(given);
  try {
    return await measureCalls(given, tokens);
  } finally {
    // The next measures publish hundreds of posts, each of which would notify 11,000 followers while they measure.
    await given.portal.query('delete from follows');
  }
};

async function measureCalls(given: Arguments, tokens: readonly string[]): Promise<Line[]> {
  const id = await findArticle(given);
  const { apiBase } = given.portal.config;
  const cases = [
    {
      what: 'list of 20',
      call: list,
      method: 'GET',
      query: { columnId: measuredColumn, size: '20' },
      page: `/${measuredColumn}`,
    },
    { what: 'detail', call: detail, method: 'POST', query: { id }, page: detailPath(measuredColumn, id) },
  ] as const;
  const lines: Line[] = [];
  for (const one of cases) {
    const path = `${apiBase}${one.call}?${new URLSearchParams(one.query)}`;
    lines.push(...(await compare(given, { ...one, path, tokens })));
  }
  return lines;
}

type MeasuredCall = {
  what: string;
  call: string;
  method: 'GET' | 'POST';
  query: Record<string, string>;
  path: string;
  /** The cached page that shows visitors the same content. */
  page: string;
  tokens: readonly string[];
};

async function compare(
  { portal, running, load, rounds }: Arguments,
  { what, call, method, query, path, page, tokens }: MeasuredCall,
): Promise<Line[]> {
  const { apiClient, webProcesses, databasePool: pool } = portal.config;
  const bare = await startContender('serve-sql.ts', webProcesses, {
    connectionString: portal.connectionString,
    options: `-c search_path=${tenantSchema(portal.ctx.tenant.id)} -c TimeZone=UTC`,
    pool,
    statements: [await selectOf(portal, call, query)],
  });
  const headers = callHeaders(apiClient);
  const at =
    (port: number, pids: readonly number[], target: { path: string; tokens?: readonly string[] }) => () =>
      load.measure({
        port,
        pids: [...pids, portal.databasePid],
        paths: [target.path],
        method: target.path === path ? method : 'GET',
        headers,
        tokens: target.tokens ?? [],
      });
  const speeds = await runSideBySide(
    [
      { name: 'member', run: at(running.port, running.webPids, { path, tokens }) },
      { name: 'visitor', run: at(running.port, running.webPids, { path }) },
      { name: 'page', run: at(running.port, running.webPids, { path: page }) },
      { name: 'bare', run: at(bare.port, bare.pids, { path: '/list' }) },
    ],
    rounds,
  );
  await bare.stop();
  const p99 = (name: string) => `p99 ${formatNumber(medianOf(speeds, name, ({ p99Ms }) => p99Ms))} ms`;
  return [
    atLeast(
      `${what} asked by members : bare SELECT`,
      ratioOf(speeds, 'member', 'bare', byProcessor),
      0.5,
      `${formatNumber(ratioOf(speeds, 'member', 'bare', byClock))} by the clock; ${formatSpeed(speeds, 'member')}, ${p99('member')}; bare ${formatSpeed(speeds, 'bare')}, ${p99('bare')}`,
    ),
    infoLine(
      `  ${what}: members : visitors`,
      `${formatNumber(ratioOf(speeds, 'member', 'visitor', byProcessor))} ×  (visitors ${formatSpeed(speeds, 'visitor')}, ${p99('visitor')})`,
    ),
    infoLine(`  ${what}: the visitors' page, kept`, `${formatSpeed(speeds, 'page')}, ${p99('page')}`),
  ];
}

/** Returns the SELECT of the rows without the surrounding statements: the longest statement of a visitor's call. */
async function selectOf(
  { app, ctx }: Arguments['portal'],
  path: string,
  query: Record<string, string>,
): Promise<Statement> {
  const call = app.calls.find((call) => call.path === path);
  if (!call) throw new Error(`no call ${path}`);
  const fetchAs = (actor: Actor) => callInProcess(call, { ...ctx, actor }, query);
  await fetchAs(visitor);
  const [select] = (await recordStatements(() => fetchAs(visitor))).toSorted(
    (one, other) => other.text.length - one.text.length,
  );
  if (!select) throw new Error(`${path} sends no statement to the database`);
  return select;
}

async function fillMembers({ portal, running, log }: Arguments): Promise<string[]> {
  const tokens = Array.from({ length: readers }, (_, index) => `bench-token-${index}`);
  const [{ count = '0' } = {}] = await portal.query<{ count: string }>('select count(*) from members');
  if (Number(count) < memberCount) {
    log(`  adding ${memberCount.toLocaleString('en')} members …`);
    await portal.query(
      `insert into members (mobile, name)
       select '199' || lpad(n::text, 8, '0'), '读者' || n from generate_series(1, $1::int) n on conflict do nothing`,
      [memberCount],
    );
    await portal.query(
      `insert into collects (member_id, post_id, kind)
       select m.id, p.id, p.kind from members m cross join lateral (
         select id, kind from posts where state = 'published' and id > 100001 + (m.id * 37) % 90000
         order by id limit 10) p on conflict do nothing`,
    );
  }
  await portal.query(
    `insert into follows (member_id, author_id)
     select m.id, a.id from members m join authors a on (m.id + a.id) % 8 = 0 on conflict do nothing`,
  );
  await portal.query('analyze');
  const people = await portal.query<{ id: string }>(
    `select id::text from members where mobile like '199%' order by id limit $1`,
    [readers],
  );
  await openSessions(
    portal,
    people.map(({ id }, index) => ({ memberId: id, token: tokens[index] ?? '' })),
  );
  await assertLoggedIn(portal, running.port, tokens[0] ?? '');
  return tokens;
}

async function assertLoggedIn({ config }: Arguments['portal'], port: number, token: string): Promise<void> {
  const client = openClient(port);
  const headers = { ...callHeaders(config.apiClient), 'blade-auth': `bearer ${token}` };
  const { body } = await client.get(`${config.apiBase}/reception/isLogin`, headers);
  client.close();
  if (JSON.parse(body.toString()).data !== true) throw new Error('the readers are not logged in');
}

async function findArticle({ portal }: Arguments): Promise<string> {
  const [row] = await portal.query<{ id: string }>(
    `select id::text from posts where column_id = $1 and state = 'published' order by published_at desc limit 1 offset 10`,
    [measuredColumn],
  );
  return row?.id ?? '';
}
