/**
 * Determines which tests `npm test -- --changed` runs. Integration tests load the whole application, so the module
 * graph would select all of them. Instead, a change in a feature selects the tests of that feature and of the features
 * that import it, directly or indirectly.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up/root.mjs';

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Returns the commit to compare with: where this branch left main, or on main itself the last pushed commit. */
export function findBase() {
  for (const name of ['origin/main', 'main'])
    try {
      return git('merge-base', 'HEAD', name);
    } catch {
      // No such branch here.
    }
  return 'HEAD';
}

/** Returns the files that differ from `base`, committed or not, including new ones. */
export function listChanges(base) {
  const tracked = git('diff', '--name-only', base).split('\n');
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n');
  return [...new Set([...tracked, ...untracked])].filter(Boolean);
}

/**
 * Returns filters for Vitest's integration project: the folders whose tests a change in `files` affects. `[]` means
 * none, `null` means all.
 */
export function integrationFilters(files) {
  const filters = new Set();
  for (const file of files) {
    const feature = /^src\/features\/([^/]+)\//.exec(file)?.[1];
    const folder = /^(?:src\/main|scripts|bench)\//.exec(file)?.[0];
    if (feature) for (const name of withDependents(feature)) filters.add(`src/features/${name}/`);
    else if (folder) filters.add(folder);
    else if (affectsEverythingPattern.test(file)) return null;
  }
  return [...filters];
}

/** Paths of files that affect every integration test. */
const affectsEverythingPattern =
  /^(src\/(kernel|scale|shared|testing)\/|db\/|package(-lock)?\.json$|vitest\.config\.ts$|tsconfig\.json$)/;

/** Returns a feature and all features that import it, directly or indirectly. */
function withDependents(feature) {
  const dependents = readDependents();
  const found = new Set([feature]);
  // The loop also visits the names that it adds, so it follows indirect imports.
  for (const name of found) for (const dependent of dependents.get(name) ?? []) found.add(dependent);
  return [...found];
}

/** Returns, for each feature, the set of features that import it directly. */
function readDependents() {
  const dependents = new Map();
  for (const file of globSync('src/features/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const importer = file.split('/')[2];
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(featureImportPattern))
      if (name !== importer) dependents.set(name, (dependents.get(name) ?? new Set()).add(importer));
  }
  return dependents;
}

// Matches imports from another feature; group 1 is its name. Type-only imports create no dependency at run time.
const featureImportPattern = /^(?:import|export) (?!type )[^;]*?from '#features\/([a-z-]+)\//gm;
