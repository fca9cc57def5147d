import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './set-up/root.mjs';

export const tool = (name) => join(root, 'node_modules', '.bin', name);

export const CHECKS = [
  [
    'boundaries',
    tool('depcruise'),
    ['src', 'e2e', 'bench', 'scripts', '--config', '.dependency-cruiser.cjs'],
  ],
  ['unused code', tool('knip'), ['--no-progress']],
  ['types', tool('tsc'), ['--noEmit', '--singleThreaded']],
  ['format and lint', tool('biome'), ['check', '--error-on-warnings', '.']],
  ['house', process.execPath, ['scripts/check-house.mjs']],
  ['lockfile', process.execPath, ['scripts/complete-lockfile.mjs', '--check']],
];

/** Runs all steps, `atOnce` at a time, also after one that fails. @returns how many failed */
export async function runSteps(steps, atOnce = 2) {
  const queue = [...steps];
  let failed = 0;
  const work = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) if (!(await runStep(...step))) failed += 1;
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

/**
 * Runs one step and prints how it went and how long it took. Its output is printed if it fails, or as it comes with
 * `isLoud`. @returns whether it succeeded
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
