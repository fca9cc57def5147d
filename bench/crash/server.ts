import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxKeys, sandboxMerchant } from '#features/payments/index.ts';
import { type PaySandbox, startPaySandbox } from '../../src/main/sandbox/pay.ts';
import { freePort, type Portal } from '../portal.ts';
import { childrenOf, parentOf } from '../processor.ts';
import { openTill } from '../shop.ts';

/** PostgreSQL's first process; it is another after each restart. */
export async function findPostmaster({ query }: Portal): Promise<number> {
  const [{ pid = 0 } = {}] = await query<{ pid: number }>('select pg_backend_pid() pid');
  return parentOf(pid);
}

export function killTree(pid: number): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It went with its parent.
    }
  }
}

/** Asks until the database is back: as long as somebody is a member of it, a server that dies is started again. */
export async function askStubbornly<R extends object>({ query }: Portal, text: string): Promise<R[]> {
  for (let tries = 0; ; tries += 1)
    try {
      return await query<R>(text);
    } catch (error) {
      if (tries > 600) throw error;
      await pause(100);
    }
}

/** The gateway is another party: it lives in this process, which nobody kills. */
export function openGateway({ config }: Portal): Promise<PaySandbox> {
  const { merchantPublic, platform, apiKey } = sandboxKeys(join(config.dataDir, 'pay-sandbox'));
  const parties = { ...sandboxMerchant, merchantPublic, platform, apiKey };
  return startPaySandbox({ host: '127.0.0.1', port: 0, parties });
}

export type Server = {
  port: number;
  start(): Promise<void>;
  /** Kills all its processes at once. */
  kill(): void;
  /** False once its first process has ended. */
  isRunning(): boolean;
  /** Its first process, which starts the others again when they die. */
  supervisor(): number;
  /** The processes of a role that run now. */
  processes(role: 'web' | 'worker'): number[];
};

/** The portal as `npm start` runs it, in a process group of its own, which dies as a whole. */
export async function startServer(
  { config, connectionString }: Portal,
  gateway: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const kill = () => {
    if (child?.pid && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  const start = async () => {
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main/serve.ts'], {
      cwd: join(import.meta.dirname, '..', '..'),
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        DATA_DIR: config.dataDir,
        DATABASE_URL: connectionString,
        HOST: '127.0.0.1',
        PORT: String(port),
        SITE_MODE: 'demo',
        LOG_LEVEL: 'silent',
        PAY_SANDBOX_API: gateway,
        ...settings,
      },
    });
    const till = openTill(port, config);
    const began = Date.now();
    for (;;) {
      const reply = await till.ask('GET', '/reception/isLogin', 'nobody').catch(() => null);
      if (reply?.status === 200) break;
      if (child.exitCode !== null || Date.now() - began > 90_000)
        throw new Error('the server does not start');
      await pause(50);
    }
    till.close();
  };
  process.once('exit', kill);
  await start();
  return {
    port,
    start,
    kill,
    isRunning: () => child?.exitCode === null && child.signalCode === null,
    supervisor: () => child?.pid ?? 0,
    processes: (role) => childrenOf(child?.pid ?? 0).filter((pid) => commandOf(pid).at(-1) === role),
  };
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
