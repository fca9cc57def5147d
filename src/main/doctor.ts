import { readdir, statfs } from 'node:fs/promises';
import pg from 'pg';
import { findIndexState, formatProgress, openTenantIndexes, readProgress } from '#features/search/checks.ts';
import { findNewestBackup, listAddressesInUse, periodMs } from '#features/transfers/checks.ts';
import { type Config, loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { checkVersion } from '#kernel/db/check-server.ts';
import { openSnapshot } from '#kernel/db/copy-out.ts';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { programVersion } from '#kernel/db/migrate.ts';
import { tenantSchema } from '#kernel/db/pool.ts';
import { PrimaryClient } from '#kernel/db/primary-client.ts';
import { serverName, splitServers } from '#kernel/db/server-list.ts';
import { isDiskFull } from '#kernel/errors.ts';
import { type ClamdAddress, pingClamd } from '#kernel/storage/clamd.ts';
import { namePlace } from '#kernel/storage/storage-place.ts';
import { readProgramVersion } from '#kernel/version.ts';
import { toIso } from '#shared/dates.ts';
import { importFromFeature } from './command.ts';
import { openCore } from './core.ts';
import { migrations } from './migrate-tenants.ts';

/** One check: what was examined, whether it passed, and what was found or is to be done. */
export type Finding = { what: string; isWell: boolean; note: string };

type Check = { what: string; run: () => Promise<string> };

/** A failed check. The message says what is wrong and what to do. */
class Fault extends Error {}

const diskFullNote = '磁盘满了，不能检查：请清理磁盘，或把 DATA_DIR 移到更大的盘上';
const minFreeBytes = 1024 ** 3;
const minFreeShare = 0.05;
/** Longer than the interval of the rarest job, which runs every hour. */
const maxJobAgeMs = 2 * 3600_000;
/** Indexing an import of many posts takes minutes; a single post is searchable within a second. */
const maxIndexLagMs = 10 * 60_000;
const maxNamedFiles = 5;

/**
 * Checks the portal without changing anything, and reports each finding as soon as it is known.
 * @returns true if every check passed
 */
export async function runChecks(
  onFinding: (finding: Finding) => void,
  readConfig: () => Config = loadConfig,
): Promise<boolean> {
  let isWell = true;
  const run = async ({ what, run }: Check): Promise<boolean> => {
    const finding = await run().then(
      (note) => ({ what, isWell: true, note }),
      (error: Error) => ({ what, isWell: false, note: isDiskFull(error) ? diskFullNote : error.message }),
    );
    onFinding(finding);
    isWell &&= finding.isWell;
    return finding.isWell;
  };
  await run({ what: '程序', run: describeVersion });
  let config: Config | undefined;
  const readSettings = async () => {
    config = readConfig();
    return `SITE_MODE=${config.siteMode}，端口 ${config.port}，数据在 ${config.dataDir}`;
  };
  if (!(await run({ what: '设置', run: readSettings })) || !config) return false;
  const settings: Config = config;
  await run({ what: '磁盘', run: () => checkDisk(settings.dataDir) });
  const { clamd } = settings;
  if (clamd) await run({ what: '病毒扫描', run: () => checkClamd(clamd) });
  let joined: Awaited<ReturnType<typeof joinDatabase>> | undefined;
  const connect = async () => {
    joined = await joinDatabase(settings);
    return checkServer(joined.connectionString);
  };
  const isConnected = await run({ what: '数据库', run: connect });
  try {
    if (isConnected && joined) {
      const { connectionString } = joined;
      for (const address of settings.databaseReadUrls)
        await run({
          what: `从库 ${serverName(address)}`,
          run: async () => (await loadServerChecks()).checkReplica(runQuery, connectionString, address),
        });
      for (const check of tenantChecks(settings, connectionString)) await run(check);
    }
  } finally {
    await joined?.leave();
  }
  return isWell;
}

async function describeVersion(): Promise<string> {
  const { version, commit } = await readProgramVersion();
  return `观澜 ${version}，${commit ? `提交 ${commit.slice(0, 12)}` : '提交未知'}，Node ${process.version}`;
}

async function joinDatabase(config: Config): Promise<{ connectionString: string; leave(): Promise<void> }> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl, leave: async () => undefined };
  return joinPostgres({ dataDir: config.dataDir, log: () => undefined });
}

function* tenantChecks(config: Config, connectionString: string): Generator<Check> {
  const query = <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    runQuery<T>(connectionString, sql, values);
  for (const { id } of config.tenants) {
    const tenantSuffix = config.tenants.length > 1 ? `（租户 ${id}）` : '';
    const schema = tenantSchema(id);
    yield { what: `数据结构${tenantSuffix}`, run: () => checkMigrations(query, schema) };
    yield { what: `文件${tenantSuffix}`, run: () => checkFiles(config, connectionString, id) };
    yield { what: `搜索索引${tenantSuffix}`, run: () => checkIndex(config, connectionString, id) };
    yield { what: `定时任务${tenantSuffix}`, run: () => checkJobs(query, schema) };
    if (config.cdn) yield { what: `CDN${tenantSuffix}`, run: () => checkCdn(config, connectionString, id) };
    yield { what: `备份${tenantSuffix}`, run: () => checkBackups(config, connectionString, id) };
  }
}

const loadServerChecks = () => import('#scale/database/check-servers.ts');

type Query = <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<T[]>;

async function runQuery<T extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new PrimaryClient({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'guanlan-doctor',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function checkDisk(dataDir: string): Promise<string> {
  // The folder may not exist yet: the first start creates it.
  const { bavail, blocks, bsize } = await statfs(dataDir).catch(() => statfs('.'));
  const free = bavail * bsize;
  const words = `剩余 ${(free / 1024 ** 3).toFixed(1)} GB（${Math.round((bavail / blocks) * 100)}%）`;
  if (free < minFreeBytes || bavail / blocks < minFreeShare)
    throw new Fault(`${words}，快要满了：请清理磁盘，或把 DATA_DIR 移到更大的盘上`);
  return words;
}

async function checkClamd(address: ClamdAddress): Promise<string> {
  await pingClamd(address).catch((error: Error) => {
    throw new Fault(
      `clamd 没有应答（${error.message}），现在不能上传文件：请检查 CLAMD_ADDRESS，以及 clamd 是否在运行`,
    );
  });
  return 'clamd 应答正常';
}

async function checkServer(connectionString: string): Promise<string> {
  const [server] = await runQuery<{ version: number; name: string; encoding: string }>(
    connectionString,
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
       current_setting('server_encoding') as encoding`,
  ).catch((error: Error) => {
    throw new Fault(`连不上（${error.message}）：请检查 DATABASE_URL，以及数据库是否在运行`);
  });
  if (!server) throw new Fault('没有回答');
  const warning = checkVersion(Math.floor(server.version / 10_000), server.name);
  if (server.encoding !== 'UTF8') throw new Fault(`编码是 ${server.encoding}，需要 UTF8：请重建数据库`);
  const line = warning ?? `PostgreSQL ${server.name}`;
  const servers = splitServers(connectionString);
  if (servers.length === 1) return line;
  return [line, ...(await (await loadServerChecks()).describeServers(runQuery, servers))].join('\n');
}

async function checkMigrations(query: Query, schema: string): Promise<string> {
  const ownMigrations = (await readdir(migrations)).filter((name) => name.endsWith('.sql'));
  const [found] = await query<{ found: string | null }>('select to_regclass($1)::text as found', [
    `${pg.escapeIdentifier(schema)}.schema_migrations`,
  ]);
  if (!found?.found) throw new Fault('还没有数据表：启动一次门户（npm start）就会建好');
  const rows = await query<{ name: string; minimum_version?: string | null }>(
    `select * from ${pg.escapeIdentifier(schema)}.schema_migrations`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  const missing = ownMigrations.filter((name) => !applied.has(name));
  if (missing.length > 0) throw new Fault(`差 ${missing.length} 个迁移：启动一次门户（npm start）就会执行`);
  const unknown = [...applied].filter((name) => !ownMigrations.includes(name));
  const version = programVersion(ownMigrations);
  if (rows.some(({ minimum_version }) => minimum_version && minimum_version > version))
    throw new Fault(`数据库比程序新（${unknown.at(-1)}）：请换回较新的程序，或从备份恢复`);
  if (unknown.length > 0) return `另有 ${unknown.length} 个迁移来自较新的程序，本程序仍可使用`;
  return `${applied.size} 个迁移都已执行`;
}

async function checkFiles(config: Config, connectionString: string, tenantId: string): Promise<string> {
  const core = openCore(config, connectionString);
  const snapshot = await openSnapshot(connectionString, tenantSchema(tenantId));
  try {
    const addresses = await listAddressesInUse(snapshot, tenantId);
    const missing: string[] = [];
    for (const address of addresses)
      if ((await core.files.read(tenantId, address)) === null) missing.push(address);
    if (missing.length > 0)
      throw new Fault(
        `${missing.length} 个用到的文件不见了，请从备份找回：${missing.slice(0, maxNamedFiles).join('、')}${missing.length > maxNamedFiles ? ' …' : ''}`,
      );
    return `用到的 ${addresses.length} 个文件都在`;
  } finally {
    await snapshot.close();
    await core.close();
  }
}

async function checkIndex(config: Config, connectionString: string, tenantId: string): Promise<string> {
  const core = openCore(config, connectionString);
  const indexes = openTenantIndexes(core.config.searchPlace);
  try {
    const tenant = core.tenants.get(tenantId);
    if (!tenant) throw new Fault('没有这个租户');
    const waiting = await tenant.db
      .selectFrom('search_outbox')
      .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('queued_at').as('since')])
      .executeTakeFirstOrThrow();
    const ctx = core.contextOf(tenant);
    const progress = await readProgress(ctx.db);
    if (progress) return `正在重建，${formatProgress(progress)}`;
    if (waiting.since && Date.now() - waiting.since.getTime() > maxIndexLagMs)
      throw new Fault(`${waiting.count} 篇等了超过十分钟：门户没有在运行，或写索引出了错（见日志）`);
    const place = namePlace(config.searchPlace);
    const found = await findIndexState(ctx, indexes, true);
    if (found.condition === 'elsewhere')
      throw new Fault(
        `门户的搜索索引在 ${found.machine}，这台机器的 SEARCH_URI（${place}）是另一处，搜索在这里不可用：请让各台机器的 SEARCH_URI 指向同一处`,
      );
    if (found.condition === 'absent')
      throw new Fault(
        `${place} 里没有完整的索引：启动门户会自动重建，或运行 npm run guanlan -- search rebuild`,
      );
    if (found.condition === 'broken')
      throw new Fault(
        `${place} 里的索引读不了：位置不可用（存储桶没有应答、文件夹没有挂载或无权读取），或索引已损坏；损坏的索引由门户自动重建`,
      );
    return Number(waiting.count) > 0 ? `${waiting.count} 篇正在写入` : '没有落下的内容';
  } finally {
    indexes.close();
    await core.close();
  }
}

async function checkCdn(config: Config, connectionString: string, tenantId: string): Promise<string> {
  const core = openCore(config, connectionString);
  const { cdn, settings } = { ...core, cdn: config.cdn };
  try {
    const tenant = core.tenants.get(tenantId);
    if (!tenant || !cdn) throw new Fault('没有这个租户');
    const hosts = config.tenants.find(({ id }) => id === tenantId)?.hosts ?? [];
    const { findPurgeFault } = await importFromFeature<{
      findPurgeFault(ctx: Context, parts: object): Promise<string | null>;
    }>('cdn', 'checks.ts');
    const fault = await findPurgeFault(core.contextOf(tenant), { cdn, settings, hostsOf: () => hosts });
    if (fault) throw new Fault(fault);
    return `CDN=${cdn.kind}，清除请求正常`;
  } finally {
    await core.close();
  }
}

async function checkJobs(query: Query, schema: string): Promise<string> {
  const table = `${pg.escapeIdentifier(schema)}.scheduled_jobs`;
  const [found] = await query<{ found: string | null }>('select to_regclass($1)::text as found', [table]);
  const jobs = found?.found
    ? await query<{ name: string; last: Date | null; has_failed: boolean }>(
        `select name, ended_at as last, error <> '' as has_failed from ${table} order by name`,
      )
    : [];
  if (jobs.length === 0) return '门户还没有启动过';
  const failed = jobs.filter(({ has_failed }) => has_failed).map(({ name }) => name);
  if (failed.length > 0) throw new Fault(`最近一次失败了：${failed.join('、')}，原因见门户的日志`);
  const last = Math.max(0, ...jobs.map(({ last }) => last?.getTime() ?? 0));
  if (last === 0) return '还没有到执行的时候';
  if (Date.now() - last > maxJobAgeMs) return `最近一次在 ${new Date(last).toISOString()}，之后门户没有运行`;
  return `${jobs.length} 个，最近一次在 ${Math.round((Date.now() - last) / 60_000)} 分钟前`;
}

/** A daily backup may be half a day late before it counts as missing. */
const maxBackupDelayMs = 12 * 3600_000;

async function checkBackups(config: Config, connectionString: string, tenantId: string): Promise<string> {
  const core = openCore(config, connectionString);
  try {
    const tenant = core.tenants.get(tenantId);
    if (!tenant) throw new Fault('没有这个租户');
    const { every } = (await core.settings(core.contextOf(tenant))).backup;
    const [ended, done] = await Promise.all([
      findNewestBackup(tenant.db, ['done', 'failed']),
      findNewestBackup(tenant.db, ['done']),
    ]);
    if (ended?.state === 'failed') throw new Fault(`最近一次没有完成：${ended.error}`);
    if (done?.options.verifyFault)
      throw new Fault(`${done.name} 验证时有问题：${done.options.verifyFault}。请重新备份`);
    const last = done?.finished_at ?? null;
    if (every !== 'off' && (!last || Date.now() - last.getTime() > periodMs(every) + maxBackupDelayMs))
      throw new Fault(
        `${last ? `最近一次在 ${toIso(last)}` : '还没有过'}，比“设置 › 备份”里的计划晚了：请看“导入导出”和日志`,
      );
    const plan = every === 'off' ? '没有自动备份（后台 设置 › 备份 可以打开）' : '自动备份正常';
    if (!last) return `${plan}；还没有记录过备份`;
    const verified = done?.options.verifiedAt
      ? `在 ${done.options.verifiedAt} 验证过`
      : '还没有验证过（npm run guanlan -- backup verify）';
    return `${plan}；最近一次在 ${toIso(last)}，存在 ${done?.options.storedIn}，${verified}`;
  } finally {
    await core.close();
  }
}

/**
 * The `doctor` command: prints one line per finding.
 * @returns 1 if a check failed, else 0
 */
export async function doctor(): Promise<number> {
  const isWell = await runChecks(({ what, isWell: isFine, note }) => {
    for (const [at, line] of note.split('\n').entries())
      console.log(at === 0 ? `${isFine ? '好' : '坏'}  ${what}：${line}` : `      ${line}`);
  });
  return isWell ? 0 : 1;
}
