import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxKeys, sandboxMerchant } from '#features/payments/index.ts';
import { type PaySandbox, startPaySandbox } from '../../src/features/payments/sandbox/gateway-server.ts';
import { freePort, type Portal } from '../portal.ts';
import { childrenOf, parentOf } from '../processor.ts';
import { openBuyerClient } from '../shop.ts';

/** Returns PostgreSQL's postmaster; its process id changes with each restart. */
export async function findPostmaster({ query }: Portal): Promise<number> {
  const [{ pid = 0 } = {}] = await query<{ pid: number }>('select pg_backend_pid() pid');
  return parentOf(pid);
}

export function killTree(pid: number): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The process already ended with its parent.
    }
  }
}

/** Retries until the database is back: while it has a member, a server that dies is restarted. */
export async function queryUntilUp<R extends object>({ query }: Portal, text: string): Promise<R[]> {
  for (let tries = 0; ; tries += 1)
    try {
      return await query<R>(text);
    } catch (error) {
      if (tries > 600) throw error;
      await pause(100);
    }
}

/** Opens the gateway in this process, which is never killed, since a real gateway is another party. */
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
  /** Returns false once its first process has ended. */
  isRunning(): boolean;
  /** Returns its first process, which restarts the others when they die. */
  supervisor(): number;
  /** Returns the running processes of a role. */
  processes(role: 'web' | 'worker'): number[];
};

/** Starts the portal as `npm start` does, in a separate process group, so that a test can kill all of its processes. */
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
    const client = openBuyerClient(`http://127.0.0.1:${port}`, config);
    const began = Date.now();
    for (;;) {
      const reply = await client.call('GET', '/reception/isLogin', 'nobody').catch(() => null);
      if (reply?.status === 200) break;
      if (child.exitCode !== null || Date.now() - began > 90_000) throw new Error('the server did not start');
      await pause(50);
    }
    client.close();
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
    // The process has ended meanwhile.
    return [];
  }
}
