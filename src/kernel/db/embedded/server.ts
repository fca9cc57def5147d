import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type Connection,
  isPublished,
  probe,
  publishConnection,
  SUPERUSER,
  superuserPassword,
} from './connection.ts';
import { chownTo, type Home } from './home.ts';
import { runAs } from './owner.ts';
import { cleanUpAfterCrash, findPostmaster } from './postmaster.ts';
import { ensureRoles } from './roles.ts';

/** Server settings by name, as in postgresql.conf. */
export type ServerSettings = Record<string, string>;

interface ServerProcess {
  hasEnded: boolean;
}

const VERSION = '18';
/** A server that neither answers nor exits for this long counts as hung; an answer during crash recovery counts. */
const MAX_SILENCE_MS = 20_000;
const MAX_STOP_MS = 60_000;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

const run = promisify(execFile);

/**
 * Makes sure that the server of this home accepts connections, and returns its connection. Joins a running server;
 * otherwise cleans up after a crash, initialises the cluster on the first start, and starts the server. The caller must
 * hold the lock. The server outlives the process that starts it.
 */
export async function ensureServer(
  home: Home,
  log: (line: string) => void,
  settings: ServerSettings = {},
): Promise<Connection> {
  await ensureCluster(home, log, settings.fsync !== 'off');
  const connection = publishConnection(home);
  let silentSince = Date.now();
  let started: ServerProcess | undefined;
  for (;;) {
    const state = await probe(connection);
    if (state === 'ready') break;
    if (state === 'starting') silentSince = Date.now();
    else if (findPostmaster(home.cluster) === undefined) {
      if (started?.hasEnded) throw new Error(`PostgreSQL 未能启动：\n${lastLines(home.log)}`);
      // A server that was just started has no pid file yet.
      if (!started) {
        await cleanUpAfterCrash(home.cluster, home.socket);
        started = startServer(home, settings);
        silentSince = Date.now();
      }
    } else if (Date.now() - silentSince > MAX_SILENCE_MS) {
      log('PostgreSQL 在运行但没有响应，正在重启它 …');
      await stopServer(home);
      started = undefined;
    }
    await pause(25);
  }
  await ensureRoles(home, connection, log);
  return connection;
}

/** Stops the server, open connections included, and returns when it has ended. Does nothing if no server runs. */
export async function stopServer(home: Home): Promise<void> {
  // Fast shutdown, then immediate (recovery at the next start), then SIGKILL.
  for (const [signal, maxWaitMs] of [
    ['SIGINT', MAX_STOP_MS],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const postmaster = findPostmaster(home.cluster);
    if (postmaster === undefined) break;
    process.kill(postmaster, signal);
    const deadline = Date.now() + maxWaitMs;
    while (findPostmaster(home.cluster) === postmaster && Date.now() < deadline) await pause(20);
  }
}

async function ensureCluster(home: Home, log: (line: string) => void, isDurable: boolean): Promise<void> {
  const versionFile = join(home.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version !== VERSION)
      throw new Error(`${home.cluster} 属于 PostgreSQL ${version}，本程序需要 ${VERSION}。`);
    if (isPublished(home)) return;
    throw new Error(
      `缺少 ${join(home.control, 'connection.json')}，其中有 ${home.cluster} 的密码。` +
        '请放回该文件；或移走数据文件夹，从空数据库开始。',
    );
  }
  log('首次启动，正在创建数据库 …');
  removeUnfinishedClusters(home.cluster);
  const password = superuserPassword(home);
  // The folder gets its final name only when it is complete, so a start killed half-way leaves nothing that looks like
  // a cluster. Its initdb may still run, so every start uses its own folder.
  const part = mkdtempSync(`${home.cluster}.part-`);
  const passwordFile = `${part}.password`;
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    chownTo(home.owner, part, passwordFile);
    const sync = isDurable ? [] : ['--no-sync'];
    await run(join(home.bin, 'initdb'), [...initArguments(part, passwordFile), ...sync], {
      ...runAs(home.owner),
      cwd: '/',
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(part, home.cluster);
}

/** Removes what failed or killed first starts left behind. */
function removeUnfinishedClusters(cluster: string): void {
  const folder = dirname(cluster);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(cluster)}.part`)) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // An initdb that still runs writes there, and removes the folder if it fails.
    }
  }
}

const initArguments = (folder: string, passwordFile: string): string[] => [
  `--pgdata=${folder}`,
  `--username=${SUPERUSER}`,
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

function startServer(home: Home, settings: ServerSettings): ServerProcess {
  if (existsSync(home.log) && statSync(home.log).size > MAX_LOG_BYTES) rmSync(home.log);
  const output = openSync(home.log, 'a', 0o600);
  chmodSync(home.log, 0o600);
  chownTo(home.owner, home.log);
  const options = Object.entries({ ...serverSettings(home), ...settings });
  const server = spawn(
    join(home.bin, 'postgres'),
    ['-D', home.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // In its own process group, so that Ctrl-C in the terminal of the starting process does not stop the server.
    { ...runAs(home.owner), cwd: '/', detached: true, stdio: ['ignore', output, output] },
  );
  const started = { hasEnded: false };
  server.on('exit', () => {
    started.hasEnded = true;
  });
  server.on('error', (error) => {
    writeFileSync(home.log, `${error.message}\n`, { flag: 'a' });
    started.hasEnded = true;
  });
  server.unref();
  closeSync(output);
  return started;
}

/** Settings for a small machine that PostgreSQL shares with the portal: moderate memory, no network listener. */
function serverSettings(home: Home): ServerSettings {
  const memory = Math.floor(totalmem() / 1024 / 1024);
  return {
    listen_addresses: '',
    unix_socket_directories: home.socket,
    unix_socket_permissions: '0700',
    cluster_name: 'guanlan',
    max_connections: '200',
    // The system caches the files as well.
    shared_buffers: `${Math.min(128, Math.max(32, Math.floor(memory / 16)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memory / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // Queries here are short; compiling them costs more than it saves.
    jit: 'off',
    // On SSDs a random page costs about as much as the next one.
    random_page_cost: '1.1',
    wal_compression: 'on',
    // A thirty-second part of shared_buffers by default, all of which becomes resident.
    wal_buffers: '2MB',
    // Without processes of their own for reads ahead, which small queries do not need, and for subscriptions.
    io_method: 'sync',
    max_logical_replication_workers: '0',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %a ',
  };
}

function lastLines(file: string): string {
  if (!existsSync(file)) return '(no log)';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}
