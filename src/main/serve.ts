import { type Config, loadConfig, overrideSettings } from '#kernel/config.ts';
import { secureDataFolder } from '#kernel/data-folder.ts';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { isDiskFull } from '#kernel/errors.ts';
import { thisMachine } from '#kernel/machine.ts';
import { type MachineRole, readMachineRole } from './machine-role.ts';
import { listProcesses, metricsPorts, startProcesses } from './processes.ts';
import { reservePort } from './reserve-port.ts';
import { openPreparation } from './run-preparation.ts';
import { siteAt } from './site-at.ts';
import { trimHeap } from './trim-heap.ts';

/**
 * Two signals closer together than this count as one: npm forwards the Ctrl-C that the terminal has already sent to
 * this process.
 */
const ONE_SIGNAL_MS = 1_000;

const log = (line: string) => console.log(line);
/** What a stop has to undo, in the order it was done; a stop runs it in reverse. */
const cleanups: (() => Promise<void>)[] = [];
let isStopping = false;

onStopSignal();
try {
  await serve();
} catch (error) {
  // A start that is interrupted by a stop fails somewhere; that error is not reported.
  if (!isStopping) console.error(explain(error));
  await stopAll().catch(() => {});
  process.exit(1);
}

/** What the operator reads of an error that ended a start. */
function explain(error: unknown): unknown {
  if (isDiskFull(error)) return '磁盘满了，不能启动：请清理磁盘，或把 DATA_DIR 移到更大的盘上。';
  return error instanceof Error ? error.message : error;
}

/** Starts this machine's part of the portal, by default all of it. It runs until a signal stops it. */
async function serve(): Promise<void> {
  const given = loadConfig();
  const role = readMachineRole(process.argv.slice(2), given);
  secureDataFolder(given.dataDir);
  const port = role === 'worker' ? given.port : await reservePort(given, '端口', 'PORT / HOST');
  for (const address of metricsPorts(given, role))
    await reservePort(address, '指标的端口', 'METRICS_PORT / METRICS_HOST');
  // Loads its code while PostgreSQL starts.
  const preparation = openPreparation(given);
  const databaseUrl = given.databaseUrl ?? (await joinEmbedded(given));
  cleanups.push(preparation.stop);
  const options = { databaseUrl, port, pid: process.pid, role };
  const { settings, notices } = await preparation.run('prepare', options);
  overrideSettings(settings);
  const config = loadConfig();
  const environment = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    ...(await reserveSandboxPorts(config, role, port)),
  };
  const onRestart = () => void restart(given, databaseUrl);
  const processes = await startProcesses({ config, role, environment, log, onRestart });
  cleanups.push(processes.stop);
  log(role === 'worker' ? '\n观澜的后台任务已就绪。' : `\n观澜已就绪：${siteAt(config, port)}/`);
  if (role !== 'worker' && config.isProduction) log(describeProcesses(config, role));
  for (const notice of notices) log(notice);
  trimHeap();
}

/** Says what serves the pages, and for which machine that is the default. */
function describeProcesses(config: Config, role: MachineRole): string {
  const { cores, megabytes } = thisMachine();
  const webs = listProcesses({ config, role }).filter(([one]) => one === 'web').length;
  const what = webs === 0 ? '网页和后台任务在同一个进程里' : `网页进程 ${webs} 个`;
  return `${what}（本机 ${cores} 核、${(megabytes / 1024).toFixed(1)} GB 内存；WEB_PROCESSES 可以改）。`;
}

/** Starts the portal again in the mode that the back office chose, unless a setting forbids that mode. */
async function restart(given: Config, databaseUrl: string): Promise<void> {
  try {
    await openPreparation(given).run('checkMode', { databaseUrl });
  } catch (error) {
    return log(`不能切换到正式模式，站点照旧运行：${explain(error)}`);
  }
  if (isStopping) return;
  log('后台切换了模式，正在重新启动 …');
  try {
    await stopAll();
    await serve();
  } catch (error) {
    if (!isStopping) console.error(explain(error));
    await stopAll().catch(() => {});
    process.exit(1);
  }
}

async function stopAll(): Promise<void> {
  for (let last = cleanups.pop(); last; last = cleanups.pop()) await last();
}

async function joinEmbedded(config: Config): Promise<string> {
  const { connectionString, leave } = await joinPostgres({ dataDir: config.dataDir, log });
  cleanups.push(leave);
  return connectionString;
}

/**
 * The sandboxes get the ports next to the portal's, or any free port if those are in use, unless the settings name one.
 * A part of a portal has only those that the settings name, since its other machines would not know a port chosen here.
 */
async function reserveSandboxPorts(
  config: Config,
  role: MachineRole,
  portalPort: number,
): Promise<Record<string, string>> {
  if (role !== 'all') return {};
  const ports: Record<string, string> = {};
  let next = portalPort;
  for (const [name, what, configuredPort] of [
    ['WECHAT_SANDBOX_PORT', '微信沙箱的端口', config.wechatSandboxPort],
    ['PAY_SANDBOX_PORT', '支付沙箱的端口', config.paySandboxPort],
  ] as const) {
    if (configuredPort === null) continue;
    next = configuredPort
      ? await reservePort({ host: config.host, port: configuredPort }, what, name)
      : await reservePortNear({ host: config.host, port: next + 1 }, what, name);
    ports[name] = String(next);
  }
  return ports;
}

function reservePortNear(
  { host, port }: Pick<Config, 'host' | 'port'>,
  what: string,
  setting: string,
): Promise<number> {
  return reservePort({ host, port: port <= 65_535 ? port : 0 }, what, setting).catch(() =>
    reservePort({ host, port: 0 }, what, setting),
  );
}

/** Stops once, in order, on the first signal or when the parent process disconnects; a later signal exits at once. */
function onStopSignal(): void {
  let since = 0;
  const onSignal = () => {
    if (since > 0) {
      if (Date.now() - since > ONE_SIGNAL_MS) process.exit(130);
      return;
    }
    since = Date.now();
    isStopping = true;
    log('正在停止 …');
    stopAll().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.once('disconnect', onSignal);
}
