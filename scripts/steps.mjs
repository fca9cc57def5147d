import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './set-up/root.mjs';

const tool = (name) => join(root, 'node_modules', '.bin', name);

const CHECKS = [
  ['format and lint', tool('biome'), ['check', '--error-on-warnings', '.']],
  [
    'boundaries',
    tool('depcruise'),
    ['src', 'e2e', 'bench', 'scripts', '--config', '.dependency-cruiser.cjs'],
  ],
  ['house', process.execPath, ['scripts/check-house.mjs']],
  ['lockfile', process.execPath, ['scripts/complete-lockfile.mjs', '--check']],
  ['types', tool('tsc'), ['--noEmit']],
  ['unused code', tool('knip'), ['--no-progress']],
];

/** Runs every check, also after one that fails, and returns how many failed. */
export function runChecks() {
  return CHECKS.filter(([name, program, args]) => !runStep(name, program, args)).length;
}

/** Runs one step, quietly unless it fails or `isLoud`, and says how it went. */
export function runStep(name, program, args, { isLoud = false, env = {} } = {}) {
  const started = Date.now();
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
    stdio: isLoud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0 && !isLoud) process.stdout.write(`${stdout}${stderr}`);
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return status === 0;
}
