import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, root, systemNode } from './root.mjs';

/**
 * Installs the packages of package-lock.json into node_modules; takes a few milliseconds if they are installed. A
 * release carries its packages, and no lockfile.
 */
export function ensureInstalled() {
  if (!existsSync(join(root, 'package-lock.json')) || isInstalled()) return;
  refuseLink(join(root, 'node_modules'));
  console.log('正在安装依赖（npm ci），首次需要一两分钟 …');
  const [command, ...first] = npmCommand();
  const { status, error } = spawnSync(
    command,
    // Includes development packages whatever NODE_ENV is: the build and the tests need them.
    // Logs errors only: if Node 20 runs npm, it warns about packages that require the pinned Node.
    [...first, 'ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-audit', '--no-fund'],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_ENV: 'development' } },
  );
  if (status !== 0) fail(`npm ci 失败${error ? `：${error.message}` : ''}。请检查网络与 npm 源后重试。`);
  if (!existsSync(pinnedNode)) {
    fail(
      `依赖已安装，但缺少 ${pinnedNode}：npm 没有运行安装脚本。请执行 npm ci --ignore-scripts=false 后重试。`,
    );
  }
}

/**
 * Compares npm's own record of the installation, which npm writes last, with the lockfile: an interrupted installation
 * or one of another commit differs.
 */
function isInstalled() {
  if (!existsSync(pinnedNode)) return false;
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (!installed || !wanted) return false;
  const isMissing = ([path, { version, integrity, optional }]) => {
    const found = installed[path];
    // Optional packages are mostly builds for other platforms.
    if (!found) return !optional;
    return found.version !== version || found.integrity !== integrity;
  };
  return !Object.entries(wanted).some(([path, entry]) => path !== '' && isMissing([path, entry]));
}

/** `npm ci` first empties the folder behind a link, which belongs to another checkout. */
function refuseLink(folder) {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const target = existsSync(folder) ? realpathSync(folder) : '不存在的位置';
  fail(`依赖与 package-lock.json 不符，而 node_modules 是指向 ${target} 的链接。请先删除这个链接再重试。`);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') && existsSync(script)) return [systemNode(), script];
  return ['npm'];
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
