import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../testing/supervisor.ts', import.meta.url));

let folder: string;
let supervisor: ChildProcessWithoutNullStreams;
let lines: string[];
let next: () => void;

function start(...args: string[]): void {
  supervisor = spawn(process.execPath, [program, ...args], { cwd: folder });
  // The last lines of the supervisor before may still arrive.
  const own: string[] = [];
  lines = own;
  createInterface({ input: supervisor.stdout }).on('line', (line) => {
    own.push(line);
    next?.();
  });
}

/** Waits for this number of lines that begin with these words, and returns the process ids at their ends. */
async function waitForLines(words: string, times = 1): Promise<number[]> {
  for (;;) {
    const matches = lines.filter((line) => line.startsWith(words));
    if (matches.length >= times) return matches.map((line) => Number(line.split(' ').at(-1)));
    await new Promise<void>((resolve) => {
      next = resolve;
    });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the supervisor', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'guanlan-processes-'));
  });

  afterEach(() => {
    supervisor.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  test('is ready when the worker and all web processes are, and stops them all', async () => {
    start();
    await waitForLines('up');
    const pids = [...(await waitForLines('start web', 2)), ...(await waitForLines('start worker'))];
    expect(new Set(pids).size).toBe(3);
    supervisor.stdin.end();
    expect(await once(supervisor, 'exit')).toEqual([0, null]);
    await waitForLines('down');
    expect(lines.filter((line) => line.startsWith('stop')).length).toBe(3);
  });

  test('starts one process for everything without web processes', async () => {
    start('0');
    await waitForLines('up');
    expect(lines.filter((line) => line.startsWith('start')).map((line) => line.split(' ')[1])).toEqual([
      'all',
    ]);
  });

  test.each([
    ['2', 'web', ['web', 'web']],
    ['0', 'web', ['web']],
    ['2', 'worker', ['worker']],
    ['0', 'worker', ['worker']],
  ])('with %s web processes and the role %s starts %j', async (webProcesses, role, started) => {
    start(webProcesses, role);
    await waitForLines('up');
    expect(lines.filter((line) => line.startsWith('start')).map((line) => line.split(' ')[1])).toEqual(
      started,
    );
  });

  test('restarts a killed process, and only that one', async () => {
    start();
    await waitForLines('up');
    const [first = 0, second = 0] = await waitForLines('start web', 2);
    process.kill(first, 'SIGKILL');
    const [, , third = 0] = await waitForLines('start web', 3);
    expect(third).not.toBe(first);
    expect(isAlive(second)).toBe(true);
    expect(lines).toContain('log 进程 web 意外退出（SIGKILL），0.5 秒后重启。');
  });

  test.each([
    ['web', '2'],
    ['all', '0'],
  ])('restarts a process %s whose event loop is stuck', async (role, webProcesses) => {
    start(webProcesses);
    await waitForLines('up');
    const running = (await waitForLines(`start ${role}`)).length;
    writeFileSync(join(folder, `stick-${role}`), '');
    await waitForLines(`log 进程 ${role} 没有响应，强制结束。`);
    await waitForLines(`start ${role}`, running + 1);
    expect(lines).toContain(`log 进程 ${role} 意外退出（SIGKILL），0.5 秒后重启。`);
  });

  test('doubles the delay while a process keeps crashing, and recovers once it can start', async () => {
    start();
    await waitForLines('up');
    const [worker = 0] = await waitForLines('start worker');
    writeFileSync(join(folder, 'obstacle'), '');
    process.kill(worker, 'SIGKILL');
    await waitForLines('log 进程 worker 意外退出（3），1 秒后重启。');
    rmSync(join(folder, 'obstacle'));
    await waitForLines('start worker', 2);
  });

  test('restarts a process that crashes before the others are ready', async () => {
    writeFileSync(join(folder, 'delay-worker'), '');
    start();
    const [first = 0] = await waitForLines('ready', 2);
    process.kill(first, 'SIGKILL');
    await waitForLines('ready', 3);
    expect(lines).not.toContain('up');
    rmSync(join(folder, 'delay-worker'));
    await waitForLines('up');
  });

  test('exits and leaves no process behind if a process cannot start at all', async () => {
    writeFileSync(join(folder, 'obstacle'), '');
    start();
    let errorOutput = '';
    supervisor.stderr.on('data', (text) => {
      errorOutput += text;
    });
    const [code] = await once(supervisor, 'close');
    expect(code).toBe(1);
    expect(errorOutput).toContain('未能启动');
    expect(lines).toEqual([]);
  });

  test('takes its processes with it when it is killed', async () => {
    start();
    await waitForLines('up');
    supervisor.kill('SIGKILL');
    // The children share its standard output, which closes when the last of them has exited.
    await once(supervisor, 'close');
    expect(lines.filter((line) => line.startsWith('start')).length).toBe(3);
  });
});
