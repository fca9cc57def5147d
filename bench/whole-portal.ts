import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type Portal } from './portal.ts';
import { descendantsOf, proportionalBytes } from './processor.ts';

/** A portal as `npm start` runs it, with its own supervisor, on the database of the bench. */
export type WholePortal = {
  readonly port: number;
  /** The proportional set size of its processes and of the database by name, in bytes. */
  memory(): Record<string, number>;
  /** What V8 uses of the heap of each process, in bytes. */
  heaps(): Promise<Record<string, number>>;
  stop(): Promise<void>;
};

const root = join(import.meta.dirname, '..');
const names = { 'serve.ts': 'supervisor', 'child.ts worker': 'worker', 'child.ts all': 'web and worker' };

/** @param webProcesses as WEB_PROCESSES */
export async function startWholePortal(
  { config, connectionString, databasePid }: Portal,
  webProcesses: number,
  settings: Record<string, string> = {},
): Promise<WholePortal> {
  const [port, metrics] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [...process.execArgv, 'src/main/serve.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: config.dataDir,
      DATABASE_URL: connectionString,
      SITE_MODE: 'demo',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      PORT: String(port),
      WEB_PROCESSES: String(webProcesses),
      METRICS_PORT: String(metrics),
      ...settings,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      if (output.includes('观澜已就绪')) resolve();
    });
    void ended.then(() => reject(new Error(`the portal did not start: ${output}`)));
  });
  return {
    port,
    memory() {
      const held: Record<string, number> = {};
      const add = (name: string, pid: number) => {
        if (name !== '') held[name] = (held[name] ?? 0) + proportionalBytes(pid);
      };
      for (const pid of descendantsOf([child.pid ?? 0])) add(nameOf(pid), pid);
      for (const pid of descendantsOf([databasePid])) add('PostgreSQL', pid);
      return held;
    },
    async heaps() {
      const numbers = webProcesses === 0 ? [0] : Array.from({ length: webProcesses + 1 }, (_, at) => at);
      const found = numbers.map(async (number) => {
        const text = await (await fetch(`http://127.0.0.1:${metrics + number}/metrics`)).text();
        const bytes = /^nodejs_heap_size_used_bytes\S* (\S+)$/m.exec(text)?.[1];
        return [number === 0 && webProcesses > 0 ? 'worker' : `web ${number}`, Number(bytes ?? 0)] as const;
      });
      return Object.fromEntries(await Promise.all(found));
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      // Its connections end.
      await pause(500);
    },
  };
}

/** Returns the role of a process; an empty name if it has ended. */
function nameOf(pid: number): string {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    for (const [end, name] of Object.entries(names)) if (command.includes(end)) return name;
    return `web ${/child\.ts web (\d+)$/.exec(command)?.[1] ?? command}`;
  } catch {
    return '';
  }
}
