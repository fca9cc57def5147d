import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { ensureProgram } from './programs.ts';

export type LoadOptions = {
  port: number;
  /** Asked in turn. */
  paths: readonly string[];
  headers?: Record<string, string>;
  connections?: number;
  seconds?: number;
};

/** Readers who ask again as soon as they are answered. */
export type Load = {
  readonly generator: string;
  /** Requests per second. @throws when requests fail */
  measure(options: LoadOptions): Promise<number>;
  /** Keeps asking until `stop`. */
  keepUp(options: LoadOptions): { stop(): Promise<void> };
};

const connections = 64;
const seconds = 2;

/** wrk where it is or can be installed, else autocannon, which takes a larger share of the machine itself. */
export function openLoad(log: (line: string) => void): Load {
  const wrk = ensureProgram('wrk', 'wrk', log);
  return wrk ? wrkLoad(wrk) : autocannonLoad();
}

function wrkLoad(wrk: string): Load {
  const version = spawnSync(wrk, ['--version'], { encoding: 'utf8' }).stdout.split('[')[0]?.trim();
  return {
    generator: `${version || 'wrk'}, ${connections} connections`,
    measure: (options) => runWrk(wrk, options).result,
    keepUp(options) {
      const { result, stop } = runWrk(wrk, { seconds: 3600, ...options });
      result.catch(() => {});
      return {
        async stop() {
          stop();
          await result.catch(() => {});
        },
      };
    },
  };
}

function runWrk(wrk: string, options: LoadOptions): { result: Promise<number>; stop: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-wrk-'));
  const paths = join(folder, 'paths');
  writeFileSync(paths, `${options.paths.join('\n')}\n`);
  const count = options.connections ?? connections;
  const args = [
    ...['-t', String(Math.min(2, count)), '-c', String(count), '-d', `${options.seconds ?? seconds}s`],
    ...Object.entries(options.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...['-s', join(import.meta.dirname, 'wrk.lua'), `http://127.0.0.1:${options.port}`, '--', paths],
  ];
  const child = spawn(wrk, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const result = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      rmSync(folder, { recursive: true, force: true });
      const line = output.split('\n').find((text) => text.startsWith('{'));
      if (!line) return reject(new Error(`wrk said: ${output}`));
      const { requests, us, failed } = JSON.parse(line) as { requests: number; us: number; failed: number };
      if (failed > 0) return reject(new Error(`${failed} of ${requests} requests failed`));
      resolve((requests / us) * 1e6);
    });
  });
  return { result, stop: () => child.kill('SIGINT') };
}

function autocannonLoad(): Load {
  const start = (options: LoadOptions) =>
    autocannon({
      url: `http://127.0.0.1:${options.port}`,
      requests: options.paths.map((path) => ({ path })),
      headers: options.headers ?? {},
      connections: options.connections ?? connections,
      duration: options.seconds ?? seconds,
    });
  return {
    generator: `autocannon, ${connections} connections`,
    async measure(options) {
      const result = await start(options);
      const failed = result.errors + result.non2xx;
      if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed`);
      return result.requests.total / result.duration;
    },
    keepUp(options) {
      const run = start({ seconds: 3600, ...options });
      return {
        async stop() {
          (run as unknown as { stop(): void }).stop();
          await run;
        },
      };
    },
  };
}
