import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { type Config, overrideSettings } from '#kernel/config.ts';
import { ping, restartRequest } from './as-child.ts';
import type { MachineRole } from './machine-role.ts';
import { type Role, startRole } from './roles.ts';

export interface Processes {
  /**
   * Stops all processes. Each may finish its work within 10 s and is killed after that; resolves when all have exited.
   */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  config: Pick<Config, 'isProduction' | 'webProcesses'>;
  /** The part of the portal that this machine runs. */
  role?: MachineRole;
  /** Environment variables of the children, in addition to those of this process. */
  environment: Record<string, string>;
  log: (line: string) => void;
  /** Called when a process asks for a restart of the portal. */
  onRestart?: () => void;
  /** The program that each process runs, with its role as argument. Default: child.ts; tests replace it. */
  program?: string;
  /** How long the event loop of a process may be busy before the process is restarted. Default: 30,000. */
  answersWithinMs?: number;
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const STOP_TIMEOUT_MS = 10_000;
const MIN_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;
/** A process that ran this long has recovered: after its next crash the delay starts again at its minimum. */
const STABLE_AFTER_MS = 60_000;
const ANSWERS_WITHIN_MS = 30_000;
const PINGS = 6;

/**
 * Starts the processes of this machine's role, and resolves when all are ready. A process that crashes later, or whose
 * event loop is stuck, is restarted with exponential back-off.
 * @throws if one of them cannot start at all
 */
export async function startProcesses(options: ProcessOptions): Promise<Processes> {
  if (!options.config.isProduction) return startInProcess(options.environment);
  const children = new Set<Worker>();
  const restartTimers = new Set<NodeJS.Timeout>();
  let isStopping = false;

  const stop = async () => {
    isStopping = true;
    for (const timer of restartTimers) clearTimeout(timer);
    await Promise.all([...children].map(stopChild));
  };

  const superviseProcess = async (
    role: Role,
    number: number,
    delay = MIN_RESTART_DELAY_MS,
    isFirst = true,
  ): Promise<void> => {
    const child = fork(options.program ?? CHILD, [role, String(number)], options.environment);
    const started = Date.now();
    const ready = waitUntilReady(child, role);
    let isReady = false;
    children.add(child);
    child.on('exit', (code, signal) => {
      children.delete(child);
      // A process that was never ready fails the start of the portal; one that was is restarted, even while others
      // are still starting.
      if (isStopping || (isFirst && !isReady)) return;
      const { wait, next } = restartDelays(delay, Date.now() - started);
      options.log(`进程 ${role} 意外退出（${signal ?? code}），${wait / 1000} 秒后重启。`);
      const timer = setTimeout(() => {
        restartTimers.delete(timer);
        superviseProcess(role, number, next, false).catch(() => {});
      }, wait);
      restartTimers.add(timer);
    });
    child.on('message', (message) => {
      if (message === restartRequest) options.onRestart?.();
    });
    await ready;
    isReady = true;
    watchEventLoop(child, options.answersWithinMs, () => options.log(`进程 ${role} 没有响应，强制结束。`));
  };

  try {
    await Promise.all(listProcesses(options).map(([role, number]) => superviseProcess(role, number)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/**
 * Returns how long to wait before a crashed process is restarted, and how long if it soon crashes again, in ms.
 * @param delay `next` of its crash before, or the minimum
 */
export function restartDelays(delay = MIN_RESTART_DELAY_MS, ranMs: number): { wait: number; next: number } {
  const wait = ranMs > STABLE_AFTER_MS ? MIN_RESTART_DELAY_MS : delay;
  return { wait, next: Math.min(wait * 2, MAX_RESTART_DELAY_MS) };
}

/** Returns the processes of this machine. The worker has the number 0, and the web processes those from 1 on. */
export function listProcesses({
  config: { webProcesses },
  role = 'all',
}: Pick<ProcessOptions, 'role'> & { config: Pick<Config, 'webProcesses'> }): [Role, number][] {
  if (role === 'all' && webProcesses === 0) return [['all', 0]];
  const webs = Array.from({ length: Math.max(1, webProcesses) }, (_, at): [Role, number] => ['web', at + 1]);
  return [
    ...(role === 'web' ? [] : [['worker', 0] satisfies [Role, number]]),
    ...(role === 'worker' ? [] : webs),
  ];
}

/** Returns where the processes of this machine will serve their metrics. */
export function metricsPorts(
  config: Pick<Config, 'isProduction' | 'webProcesses' | 'metrics'>,
  role: MachineRole,
): { host: string; port: number }[] {
  const { metrics, isProduction } = config;
  if (!metrics) return [];
  const numbers = isProduction ? listProcesses({ config, role }).map(([, number]) => number) : [0];
  return numbers.map((number) => ({ host: metrics.host, port: metrics.port + number }));
}

/** In development everything runs in this process, so that `node --watch` sees every source file. */
async function startInProcess(environment: Record<string, string>): Promise<Processes> {
  overrideSettings(environment);
  return startRole('all');
}

function fork(program: string, args: string[], environment: Record<string, string>): Worker {
  cluster.setupPrimary({ exec: program, args });
  // LanceDB's threads would each keep an arena of freed memory; limiting malloc to two arenas halves the memory of a
  // process.
  return cluster.fork({ MALLOC_ARENA_MAX: '2', ...environment });
}

/**
 * Kills a process that has answered none of several pings, one after the other: a computation that does not end would
 * otherwise hold it for ever. Pings are counted rather than time, which passes while the machine is suspended.
 */
function watchEventLoop(child: Worker, answersWithinMs = ANSWERS_WITHIN_MS, onStuck: () => void): void {
  let unanswered = 0;
  child.on('message', (message) => {
    if (message === ping) unanswered = 0;
  });
  const timer = setInterval(() => {
    if (unanswered >= PINGS) {
      clearInterval(timer);
      onStuck();
      child.process.kill('SIGKILL');
    } else if (child.isConnected()) {
      unanswered += 1;
      child.send(ping, () => undefined);
    }
  }, answersWithinMs / PINGS);
  child.once('exit', () => clearInterval(timer));
}

function waitUntilReady(child: Worker, role: Role): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`进程 ${role} 未能启动（${signal ?? code}）。`)));
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
  });
}

function stopChild(child: Worker): Promise<void> {
  return new Promise((resolve) => {
    const killTimer = setTimeout(() => child.process.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(killTimer);
      resolve();
    });
    // The child may exit between the check and the message. Then `exit` follows, so a failed send is ignored.
    if (child.isConnected()) child.send('stop', () => undefined);
  });
}
