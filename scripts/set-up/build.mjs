import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pinnedNode, root } from './root.mjs';

/** All inputs of the bundles. */
const INPUTS = [
  'src/web',
  'src/admin',
  'src/features',
  'src/client',
  'src/ui',
  'src/shared',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
/** Browsers load the screens of features and the schemas, which validate forms. */
const SERVER_FILE = /^src\/features\/(?![^/]+\/(?:admin|web)\/|.*schema\.ts$)/;
const stamp = join(root, 'dist', '.inputs');

/** Builds the site for browser and server, unless an existing build has the same inputs. */
export function ensureBuilt() {
  if (!existsSync(join(root, 'vite.config.ts'))) return;
  const inputs = hashInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  console.log('正在构建网站 …');
  const started = Date.now();
  // Removed before building: an interrupted build must not look complete.
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(pinnedNode, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    console.error('构建失败。');
    process.exit(1);
  }
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, inputs);
  console.log(`构建完成，用时 ${((Date.now() - started) / 1000).toFixed(1)} 秒。`);
}

function hashInputs() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap((input) => listFiles(join(root, input)))) {
    const name = relative(root, path).replaceAll(sep, '/');
    if (SERVER_FILE.test(name)) continue;
    hash.update(name).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  const entries = readdirIfFolder(path);
  if (!entries) return [path];
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return listFiles(join(path, entry.name));
      return /\.test\.tsx?$/.test(entry.name) ? [] : [join(path, entry.name)];
    });
}

function readdirIfFolder(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
