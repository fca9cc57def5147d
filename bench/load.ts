import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { ownProcessorMs, processorMs } from './processor.ts';
import { ensureProgram } from './programs.ts';

export type LoadOptions = {
  port: number;
  /** The server processes; their descendants are included. */
  pids: readonly number[];
  /** Requested in turn. */
  paths: readonly string[];
  /** By default GET. */
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Tokens of the members who send the requests, in turn; without tokens, requests are anonymous. */
  tokens?: readonly string[];
  connections?: number;
  seconds?: number;
};

/**
 * Requests per second of wall-clock time, and per second of processor time that servers and load generator used. On an
 * otherwise idle machine, the latter times the cores is the former, and it does not change when other programs use the
 * processor. One response in a hundred took longer than `p99Ms`.
 */
export type Speed = { byClock: number; byProcessor: number; p99Ms: number };

/** Closed-loop load: each connection sends its next request as soon as the previous one is answered. */
export type Load = {
  readonly generator: string;
  /** @throws if requests fail */
  measure(options: LoadOptions): Promise<Speed>;
  /** Sends requests until `stop`. */
  runUntilStopped(options: Omit<LoadOptions, 'pids'>): { stop(): Promise<void> };
};

const connections = 64;
const seconds = 2;

/** Uses wrk if it is or can be installed, otherwise autocannon, which uses more of the processor itself. */
export function openLoad(log: (line: string) => void): Load {
  const wrk = ensureProgram('wrk', 'wrk', log);
  return wrk ? wrkLoad(wrk) : autocannonLoad();
}

function wrkLoad(wrk: string): Load {
  const version = spawnSync(wrk, ['--version'], { encoding: 'utf8' }).stdout.split('[')[0]?.trim();
  return {
    generator: `${version || 'wrk'}, ${connections} connections`,
    measure: (options) => withProcessorTime(options, () => runWrk(wrk, options).result),
    runUntilStopped(options) {
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

type Count = { requests: number; seconds: number; p99Ms: number };

async function withProcessorTime({ pids }: LoadOptions, run: () => Promise<Count>): Promise<Speed> {
  // The generator is this process or a child of it that has ended since.
  const processorTimeMs = () => processorMs(pids) + ownProcessorMs();
  const before = processorTimeMs();
  const { requests, seconds, p99Ms } = await run();
  return {
    byClock: requests / seconds,
    byProcessor: (requests / (processorTimeMs() - before)) * 1000,
    p99Ms,
  };
}

function runWrk(
  wrk: string,
  options: Omit<LoadOptions, 'pids'>,
): { result: Promise<Count>; stop: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-wrk-'));
  const pathsFile = join(folder, 'paths');
  const people = join(folder, 'people');
  writeFileSync(pathsFile, `${options.paths.join('\n')}\n`);
  writeFileSync(people, (options.tokens ?? []).map((token) => `${token}\n`).join(''));
  const count = options.connections ?? connections;
  const args = [
    ...['-t', String(Math.min(2, count)), '-c', String(count), '-d', `${options.seconds ?? seconds}s`],
    ...Object.entries(options.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...[
      '-s',
      join(import.meta.dirname, 'wrk.lua'),
      `http://127.0.0.1:${options.port}`,
      '--',
      pathsFile,
      people,
      options.method ?? 'GET',
    ],
  ];
  const child = spawn(wrk, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const result = new Promise<Count>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      rmSync(folder, { recursive: true, force: true });
      const line = output.split('\n').find((text) => text.startsWith('{'));
      if (!line) return reject(new Error(`wrk said: ${output}`));
      const { requests, us, failed, p99us } = JSON.parse(line) as Record<
        'requests' | 'us' | 'failed' | 'p99us',
        number
      >;
      if (failed > 0)
        return reject(new Error(`${failed} of ${requests} requests for ${options.paths[0]} failed`));
      resolve({ requests, seconds: us / 1e6, p99Ms: p99us / 1000 });
    });
  });
  return { result, stop: () => child.kill('SIGINT') };
}

function autocannonLoad(): Load {
  const start = (options: Omit<LoadOptions, 'pids'>) =>
    autocannon({
      url: `http://127.0.0.1:${options.port}`,
      requests: toRequests(options),
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      connections: options.connections ?? connections,
      duration: options.seconds ?? seconds,
    });
  return {
    generator: `autocannon, ${connections} connections`,
    measure: (options) =>
      withProcessorTime(options, async () => {
        const { errors, non2xx, requests, duration, latency } = await start(options);
        if (errors + non2xx > 0) throw new Error(`${errors + non2xx} of ${requests.total} requests failed`);
        return { requests: requests.total, seconds: duration, p99Ms: latency.p99 };
      }),
    runUntilStopped(options) {
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

/** Returns each path combined with each token; every connection requests all of them from the first. */
const toRequests = ({ paths, tokens = [], headers = {} }: Omit<LoadOptions, 'pids'>) =>
  tokens.length === 0
    ? paths.map((path) => ({ path }))
    : tokens.map((token, index) => ({
        path: paths[index % paths.length] ?? '',
        headers: { ...headers, 'blade-auth': `bearer ${token}` },
      }));
