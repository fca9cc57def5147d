import { tenantSchema } from '#kernel/db/pool.ts';
import { askInProcess } from '#kernel/http/calls.ts';
import { writeCursor } from '#shared/cursors.ts';
import { callHeaders, openClient, timeGet } from '../client.ts';
import { startContender } from '../contenders.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { recordStatements, type Statement } from '../recorder.ts';
import { atLeast, atMost, figure, type Line, said } from '../report.ts';
import { median, medianOf, ratioOf, sideBySide } from '../rounds.ts';
import { byClock, byProcessor, speedOf } from '../speed.ts';

const call = '/reception/article/getResearchArticleList';

/** JSON lists of 20 against a bare Fastify handler that runs the same SQL, and how much depth costs. */
export const lists: Measure = async ({ portal, running, load, rounds }) => {
  const { apiBase, apiClient, webProcesses, databasePool: pool } = portal.config;
  const headers = callHeaders(apiClient);
  const first = `${apiBase}${call}?columnId=${measuredColumn}&size=20`;
  const statements = await statementsOfList(portal);
  const withThem = (asked: Statement[]) =>
    startContender('serve-sql.ts', webProcesses, {
      connectionString: portal.connectionString,
      options: `-c search_path=${tenantSchema(portal.ctx.tenant.id)} -c TimeZone=UTC`,
      pool,
      statements: asked,
    });
  // As one would write it by hand, and with each statement prepared once as the portal does.
  const bare = await withThem(statements.map(({ text, values }) => ({ text, values })));
  const prepared = await withThem(statements);
  const at = (port: number, pids: readonly number[], path: string) => () =>
    load.measure({ port, pids: [...pids, portal.databasePid], paths: [path], headers });
  const perSecond = await sideBySide(
    [
      { name: 'portal', run: at(running.port, running.webPids, first) },
      { name: 'bare', run: at(bare.port, bare.pids, '/list') },
      { name: 'prepared', run: at(prepared.port, prepared.pids, '/list') },
    ],
    rounds,
  );
  await bare.stop();
  await prepared.stop();
  const than = (name: string) =>
    `${figure(ratioOf(perSecond, 'portal', name, byClock))} by the clock; ${speedOf(perSecond, 'portal')}, bare ${speedOf(perSecond, name)}`;
  const ratio = (name: string) => ratioOf(perSecond, 'portal', name, byProcessor);
  return [
    atLeast(
      `JSON list of 20 : bare Fastify, same ${statements.length} statements`,
      ratio('bare'),
      0.7,
      than('bare'),
    ),
    said('  the same, prepared by the bare one too', `${figure(ratio('prepared'))} ×  (${than('prepared')})`),
    ...(await depth()),
  ];

  async function depth(): Promise<Line[]> {
    const cursor = await cursorAt(15_000);
    const client = openClient(running.port);
    const timed = (name: string, path: string) => ({
      name,
      run: async () => {
        const times: number[] = [];
        for (let times_ = 0; times_ < 40; times_++) times.push(await timeGet(client, path, headers));
        return median(times);
      },
    });
    const ms = await sideBySide(
      [
        timed('first', first),
        timed('cursor', `${first}&cursor=${cursor}`),
        timed('current', `${first}&current=400`),
      ],
      rounds,
    );
    client.close();
    const detail = (name: string) =>
      `${figure(medianOf(ms, name, Number))} ms, first page ${figure(medianOf(ms, 'first', Number))} ms`;
    return [
      atMost(
        'list after a cursor 15,000 deep : first page',
        ratioOf(ms, 'cursor', 'first', Number),
        1.5,
        '×',
        detail('cursor'),
      ),
      atMost(
        'list at current=400 : first page',
        ratioOf(ms, 'current', 'first', Number),
        1.5,
        '×',
        detail('current'),
      ),
    ];
  }

  async function cursorAt(row: number): Promise<string> {
    const [place] = await portal.query<{ at: Date; id: string }>(
      `select published_at at, id::text from posts where column_id = $1 and state = 'published'
       order by published_at desc, posts.id desc offset least($2, (select count(*) / 2 from posts where column_id = $1)) limit 1`,
      [measuredColumn, row],
    );
    if (!place) throw new Error(`column ${measuredColumn} is empty`);
    return writeCursor({ at: place.at.getTime(), id: place.id });
  }
};

/** The very statements of the list: recorded while the portal's own handler answers in this process. */
async function statementsOfList({ house, ctx }: Parameters<Measure>[0]['portal']) {
  const list = house.calls.find(({ path }) => path === call);
  if (!list) throw new Error(`no call ${call}`);
  const ask = () => askInProcess(list, ctx, { columnId: measuredColumn, size: '20' });
  // What a process keeps in memory it asks once; only what each request asks counts.
  await ask();
  return recordStatements(ask);
}
