import { detailPath } from '#client/routes.ts';
import { type Actor, visitor } from '#kernel/actor.ts';
import { tenantSchema } from '#kernel/db/pool.ts';
import { askInProcess } from '#kernel/http/calls.ts';
import { callHeaders, openClient } from '../client.ts';
import { startContender } from '../contenders.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { recordStatements, type Statement } from '../recorder.ts';
import { atLeast, figure, type Line, said } from '../report.ts';
import { medianOf, ratioOf, sideBySide } from '../rounds.ts';
import { openSessions } from '../sessions.ts';
import { byClock, byProcessor, speedOf } from '../speed.ts';

const memberCount = 100_000;
// Who reads at once; each asks as themselves, a few times in a round.
const readers = 500;
const list = '/reception/article/getResearchArticleList';
const detail = '/reception/article/selectArticle';

type Arguments = Parameters<Measure>[0];

/**
 * Lists and details asked by 500 people of 100,000, each with pieces collected and authors followed, against a
 * bare Fastify handler that runs the one SELECT of the rows through a pool of the same size, beside the same calls asked
 * by visitors and the page that visitors are given from the cache.
 */
export const members: Measure = async (given) => {
  const tokens = await fillMembers(given);
  const id = await someArticle(given);
  const { apiBase } = given.portal.config;
  const asked = [
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
  for (const one of asked) {
    const path = `${apiBase}${one.call}?${new URLSearchParams(one.query)}`;
    lines.push(...(await compare(given, { ...one, path, tokens })));
  }
  return lines;
};

type Asked = {
  what: string;
  call: string;
  method: 'GET' | 'POST';
  query: Record<string, string>;
  path: string;
  /** Where visitors are given the same from the page cache. */
  page: string;
  tokens: readonly string[];
};

async function compare(
  { portal, running, load, rounds }: Arguments,
  { what, call, method, query, path, page, tokens }: Asked,
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
    (port: number, pids: readonly number[], asking: { path: string; tokens?: readonly string[] }) => () =>
      load.measure({
        port,
        pids: [...pids, portal.databasePid],
        paths: [asking.path],
        method: asking.path === path ? method : 'GET',
        headers,
        tokens: asking.tokens ?? [],
      });
  const speeds = await sideBySide(
    [
      { name: 'member', run: at(running.port, running.webPids, { path, tokens }) },
      { name: 'visitor', run: at(running.port, running.webPids, { path }) },
      { name: 'page', run: at(running.port, running.webPids, { path: page }) },
      { name: 'bare', run: at(bare.port, bare.pids, { path: '/list' }) },
    ],
    rounds,
  );
  await bare.stop();
  const p99 = (name: string) => `p99 ${figure(medianOf(speeds, name, ({ p99Ms }) => p99Ms))} ms`;
  return [
    atLeast(
      `${what} asked by members : bare SELECT`,
      ratioOf(speeds, 'member', 'bare', byProcessor),
      0.5,
      `${figure(ratioOf(speeds, 'member', 'bare', byClock))} by the clock; ${speedOf(speeds, 'member')}, ${p99('member')}; bare ${speedOf(speeds, 'bare')}, ${p99('bare')}`,
    ),
    said(
      `  ${what}: members : visitors`,
      `${figure(ratioOf(speeds, 'member', 'visitor', byProcessor))} ×  (visitors ${speedOf(speeds, 'visitor')}, ${p99('visitor')})`,
    ),
    said(`  ${what}: the visitors' page, kept`, `${speedOf(speeds, 'page')}, ${p99('page')}`),
  ];
}

/** The SELECT of the rows themselves, without what surrounds it: the longest statement of a visitor's call. */
async function selectOf(
  { house, ctx }: Arguments['portal'],
  path: string,
  query: Record<string, string>,
): Promise<Statement> {
  const call = house.calls.find((call) => call.path === path);
  if (!call) throw new Error(`no call ${path}`);
  const as = (actor: Actor) => askInProcess(call, { ...ctx, actor }, query);
  await as(visitor);
  const [select] = (await recordStatements(() => as(visitor))).toSorted(
    (one, other) => other.text.length - one.text.length,
  );
  if (!select) throw new Error(`${path} asks the database nothing`);
  return select;
}

async function fillMembers({ portal, running, log }: Arguments): Promise<string[]> {
  const tokens = Array.from({ length: readers }, (_, place) => `bench-token-${place}`);
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
    await portal.query(
      `insert into follows (member_id, author_id)
       select m.id, a.id from members m join authors a on (m.id + a.id) % 8 = 0 on conflict do nothing`,
    );
    await portal.query('analyze');
  }
  const people = await portal.query<{ id: string }>(
    `select id::text from members where mobile like '199%' order by id limit $1`,
    [readers],
  );
  await openSessions(
    portal,
    people.map(({ id }, place) => ({ memberId: id, token: tokens[place] ?? '' })),
  );
  await proveLoggedIn(portal, running.port, tokens[0] ?? '');
  return tokens;
}

async function proveLoggedIn({ config }: Arguments['portal'], port: number, token: string): Promise<void> {
  const client = openClient(port);
  const headers = { ...callHeaders(config.apiClient), 'blade-auth': `bearer ${token}` };
  const { body } = await client.get(`${config.apiBase}/reception/isLogin`, headers);
  client.close();
  if (JSON.parse(body.toString()).data !== true) throw new Error('the readers are not logged in');
}

async function someArticle({ portal }: Arguments): Promise<string> {
  const [row] = await portal.query<{ id: string }>(
    `select id::text from posts where column_id = $1 and state = 'published' order by published_at desc limit 1 offset 10`,
    [measuredColumn],
  );
  return row?.id ?? '';
}
