import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { type Config, overrideSettings } from '#kernel/config.ts';
import { type Role, startRole } from './roles.ts';

export interface Processes {
  /** Lets every process finish what it is doing, within 10 s, and returns when all have ended. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  config: Pick<Config, 'production' | 'webProcesses'>;
  /** Variables the children see on top of this process's own. */
  environment: Record<string, string>;
  log: (line: string) => void;
  /** What each process runs, with its role as argument; child.ts unless a test has its own. */
  program?: string;
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const DRAIN_MS = 10_000;
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 30_000;
/** A process that lasted this long has recovered: its next crash is answered at once again. */
const STEADY_MS = 60_000;

/**
 * Starts the web processes and the worker and returns when all of them work. One that dies later is started
 * again, after a delay that doubles while it keeps dying.
 * @throws if one of them cannot start at all
 */
export async function startProcesses(options: ProcessOptions): Promise<Processes> {
  if (!options.config.production) return startInProcess(options.environment);
  const children = new Set<Worker>();
  const restarts = new Set<NodeJS.Timeout>();
  let isStopping = false;

  const stop = async () => {
    isStopping = true;
    for (const timer of restarts) clearTimeout(timer);
    await Promise.all([...children].map(stopChild));
  };

  const keepUp = async (role: Role, delay = FIRST_DELAY_MS): Promise<void> => {
    const child = fork(options.program ?? CHILD, role, options.environment);
    const started = Date.now();
    children.add(child);
    child.on('exit', (code, signal) => {
      children.delete(child);
      if (isStopping || !isUp) return;
      const wait = Date.now() - started > STEADY_MS ? FIRST_DELAY_MS : delay;
      options.log(`进程 ${role} 意外退出（${signal ?? code}），${wait / 1000} 秒后重启。`);
      const timer = setTimeout(() => {
        restarts.delete(timer);
        keepUp(role, Math.min(wait * 2, LAST_DELAY_MS)).catch(() => {});
      }, wait);
      restarts.add(timer);
    });
    await readiness(child, role);
  };

  let isUp = false;
  const roles: Role[] = ['worker', ...Array<Role>(options.config.webProcesses).fill('web')];
  try {
    await Promise.all(roles.map((role) => keepUp(role)));
  } catch (error) {
    await stop();
    throw error;
  }
  isUp = true;
  return { stop };
}

/** While developing everything runs in this process, so that `node --watch` sees every file it is made of. */
async function startInProcess(environment: Record<string, string>): Promise<Processes> {
  overrideSettings(environment);
  const running = [await startRole('worker'), await startRole('web')];
  return {
    async stop() {
      for (const part of running.reverse()) await part.stop();
    },
  };
}

function fork(program: string, role: Role, environment: Record<string, string>): Worker {
  cluster.setupPrimary({ exec: program, args: [role] });
  // LanceDB's threads would each keep an arena of freed memory: two arenas halve what a process holds.
  return cluster.fork({ MALLOC_ARENA_MAX: '2', ...environment });
}

function readiness(child: Worker, role: Role): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`进程 ${role} 未能启动（${signal ?? code}）。`)));
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
  });
}

function stopChild(child: Worker): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => child.process.kill('SIGKILL'), DRAIN_MS);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    // It may die between the look and the word; then its exit is what comes, and the word's failure is no news.
    if (child.isConnected()) child.send('stop', () => undefined);
  });
}
