/**
 * What a change touches: which tests `npm test -- --changed` runs. Integration tests load the whole application, so
 * the module graph would name all of them; here a change in a feature runs the tests of that feature and of the
 * features that import it, directly or not.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up/root.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit the change is compared with: where this branch left main, or on main itself what was last pushed. */
export function findBase() {
  for (const name of ['origin/main', 'main'])
    try {
      return git('merge-base', 'HEAD', name);
    } catch {
      // No such branch here.
    }
  return 'HEAD';
}

/** The files that differ from `base`, committed or not, new ones included. */
export function listChanges(base) {
  const tracked = git('diff', '--name-only', base).split('\n');
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n');
  return [...new Set([...tracked, ...untracked])].filter(Boolean);
}

/** Filters for Vitest's integration project: folders and files whose tests the change touches. `null` means all. */
export function integrationFilters(files) {
  const filters = new Set();
  for (const file of files) {
    const feature = /^src\/features\/([^/]+)\//.exec(file)?.[1];
    const folder = /^(?:src\/main|scripts|bench)\//.exec(file)?.[0];
    if (feature) for (const name of withDependents(feature)) filters.add(`src/features/${name}/`);
    else if (folder) filters.add(folder);
    else if (reachesEverything.test(file)) return null;
  }
  return [...filters];
}

/** What every integration test stands on. */
const reachesEverything =
  /^(src\/(kernel|shared|testing)\/|db\/|package(-lock)?\.json$|vitest\.config\.ts$|tsconfig\.json$)/;

/** A feature and all that import it, directly or not. */
function withDependents(feature) {
  const dependents = readDependents();
  const found = new Set([feature]);
  for (const name of found) for (const dependent of dependents.get(name) ?? []) found.add(dependent);
  return [...found];
}

function readDependents() {
  const dependents = new Map();
  for (const file of globSync('src/features/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const own = file.split('/')[2];
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(imported))
      if (name !== own) dependents.set(name, (dependents.get(name) ?? new Set()).add(own));
  }
  return dependents;
}

// Types alone make nothing depend on a feature at run time.
const imported = /^(?:import|export) (?!type )[^;]*?from '#features\/([a-z-]+)\//gm;
