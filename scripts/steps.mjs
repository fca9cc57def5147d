import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up/root.mjs';

export const tool = (name) => join(root, 'node_modules', '.bin', name);

/** What `npm run check` formats and lints: everything but `bench/`. */
const GATE = ['src', 'e2e', 'scripts', 'db', ...globSync('*.{ts,cjs,json}', { cwd: root })];

export const CHECKS = [
  ['boundaries', tool('depcruise'), ['src', 'e2e', 'scripts', '--config', '.dependency-cruiser.cjs']],
  ['unused code', tool('knip'), ['--no-progress']],
  // A second run checks only what an edit affects.
  [
    'types',
    tool('tsc'),
    [
      ...['--noEmit', '--singleThreaded', '--incremental'],
      ...['--tsBuildInfoFile', 'node_modules/.cache/tsc.tsbuildinfo'],
    ],
  ],
  ['deletable features', process.execPath, ['scripts/check-leaves.ts']],
  ['format and lint', tool('biome'), ['check', '--error-on-warnings', ...GATE]],
  ['conventions', process.execPath, ['scripts/check-conventions.mjs']],
  ['cost of tests', process.execPath, ['scripts/check-test-costs.ts']],
  ['lockfile', process.execPath, ['scripts/complete-lockfile.mjs', '--check']],
];

/** Checks of `bench/`, which `npm run test:deep` makes: a newcomer changes nothing there. */
export const BENCH_CHECKS = [
  [
    'boundaries of bench',
    tool('depcruise'),
    ['src', 'bench', '--config', '.dependency-cruiser.cjs', '--focus', '^bench/'],
  ],
  ['types of bench', tool('tsc'), ['--noEmit', '--project', 'bench/tsconfig.json']],
  ['format and lint of bench', tool('biome'), ['check', '--error-on-warnings', 'bench']],
];

/** Runs all steps, `maxConcurrent` at a time, and continues after a failure. @returns the names of the failed steps */
export async function runSteps(steps, maxConcurrent = 2) {
  const queue = [...steps];
  const failed = [];
  const runQueued = async () => {
    for (let step = queue.shift(); step; step = queue.shift())
      if (!(await runStep(...step))) failed.push(step[0]);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, runQueued));
  return failed;
}

/**
 * Runs one step and prints its result and duration. Prints its output if it fails, or live with `isLoud`.
 * @returns whether it succeeded
 */
export function runStep(name, program, args, { isLoud = false, env = {} } = {}) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: isLoud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (status) => {
      if (status !== 0) process.stdout.write(Buffer.concat(output));
      console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      resolve(status === 0);
    });
  });
}
