import { tenantSchema } from '#kernel/db/pool.ts';
import { callInProcess } from '#kernel/http/calls.ts';
import { writeCursor } from '#shared/cursors.ts';
import { callHeaders, measureGet, openClient } from '../client.ts';
import { startContender } from '../contenders.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { recordStatements, type Statement } from '../record-statements.ts';
import { atLeast, atMost, formatNumber, infoLine, type Line } from '../report.ts';
import { median, medianOf, ratioOf, runSideBySide } from '../rounds.ts';
import { byClock, byProcessor, formatSpeed } from '../speed.ts';

const listPath = '/reception/article/getResearchArticleList';

/** JSON lists of 20 compared with a bare Fastify handler that runs the same SQL, and the cost of deep pages. */
export const lists: Measure = async ({ portal, running, load, rounds }) => {
  const { apiBase, apiClient, webProcesses, databasePool: pool } = portal.config;
  const headers = callHeaders(apiClient);
  const first = `${apiBase}${listPath}?columnId=${measuredColumn}&size=20`;
  const statements = await statementsOfList(portal);
  const startSqlServer = (statementsToRun: Statement[]) =>
    startContender('serve-sql.ts', webProcesses, {
      connectionString: portal.connectionString,
      options: `-c search_path=${tenantSchema(portal.ctx.tenant.id)} -c TimeZone=UTC`,
      pool,
      statements: statementsToRun,
    });
  // Without and with prepared statements: as written by hand, and as the portal does.
  const bare = await startSqlServer(statements.map(({ text, values }) => ({ text, values })));
  const prepared = await startSqlServer(statements);
  const at = (port: number, pids: readonly number[], path: string) => () =>
    load.measure({ port, pids: [...pids, portal.databasePid], paths: [path], headers });
  const perSecond = await runSideBySide(
    [
      { name: 'portal', run: at(running.port, running.webPids, first) },
      { name: 'bare', run: at(bare.port, bare.pids, '/list') },
      { name: 'prepared', run: at(prepared.port, prepared.pids, '/list') },
    ],
    rounds,
  );
  await bare.stop();
  await prepared.stop();
  const describeRatio = (name: string) =>
    `${formatNumber(ratioOf(perSecond, 'portal', name, byClock))} by the clock; ${formatSpeed(perSecond, 'portal')}, bare ${formatSpeed(perSecond, name)}`;
  const ratio = (name: string) => ratioOf(perSecond, 'portal', name, byProcessor);
  return [
    atLeast(
      `JSON list of 20 : bare Fastify, same ${statements.length} statements`,
      ratio('bare'),
      0.7,
      describeRatio('bare'),
    ),
    infoLine(
      '  the same, prepared by the bare one too',
      `${formatNumber(ratio('prepared'))} ×  (${describeRatio('prepared')})`,
    ),
    ...(await measureDepth()),
  ];

  async function measureDepth(): Promise<Line[]> {
    const cursor = await cursorAt(15_000);
    const client = openClient(running.port);
    const timed = (name: string, path: string) => ({
      name,
      run: async () => {
        const times: number[] = [];
        for (let repetition = 0; repetition < 40; repetition++)
          times.push(await measureGet(client, path, headers));
        return median(times);
      },
    });
    const ms = await runSideBySide(
      [
        timed('first', first),
        timed('cursor', `${first}&cursor=${cursor}`),
        timed('current', `${first}&current=400`),
      ],
      rounds,
    );
    client.close();
    const detail = (name: string) =>
      `${formatNumber(medianOf(ms, name, Number))} ms, first page ${formatNumber(medianOf(ms, 'first', Number))} ms`;
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

  async function cursorAt(offset: number): Promise<string> {
    const [anchorRow] = await portal.query<{ at: Date; id: string }>(
      `select published_at at, id::text from posts where column_id = $1 and state = 'published'
       order by published_at desc, posts.id desc offset least($2, (select count(*) / 2 from posts where column_id = $1)) limit 1`,
      [measuredColumn, offset],
    );
    if (!anchorRow) throw new Error(`column ${measuredColumn} is empty`);
    return writeCursor({ at: anchorRow.at.getTime(), id: anchorRow.id });
  }
};

/** Returns the list's own statements, recorded while the portal's handler runs in this process. */
async function statementsOfList({ app, ctx }: Parameters<Measure>[0]['portal']) {
  const list = app.calls.find(({ path }) => path === listPath);
  if (!list) throw new Error(`no call ${listPath}`);
  const fetchList = () => callInProcess(list, ctx, { columnId: measuredColumn, size: '20' });
  // The first call fills this process's caches; only the statements of every later request count.
  await fetchList();
  return recordStatements(fetchList);
}
