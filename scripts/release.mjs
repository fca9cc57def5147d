/**
 * `npm run release [-- --to <folder>]`: makes one archive with the built site and the packages that a running portal
 * loads, for this platform. A server unpacks it and runs `npm start`, without network, compiler or development packages.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hasSymbols, listReleaseFiles, root } from './release/files.ts';
import { tagOf } from './release/tagged-version.ts';

const { values } = parseArgs({ options: { to: { type: 'string', default: 'release' } } });
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tag = findTag();
const name = `guanlan-${own.version}-${process.platform}-${process.arch}`;
const parent = resolve(process.env.INIT_CWD ?? '.', values.to);
const folder = join(parent, name);

rmSync(folder, { recursive: true, force: true });
let bytes = 0;
for (const path of listReleaseFiles()) bytes += copy(path);
const { start, guanlan } = own.scripts;
write('package.json', { ...own, scripts: { start, guanlan }, devDependencies: undefined });
write('release.json', { version: own.version, commit: git('rev-parse', 'HEAD') || null });
const archive = `${folder}.tar.gz`;
execute('tar', [
  '--create',
  '--gzip',
  '--owner=0',
  '--group=0',
  '--file',
  archive,
  '--directory',
  parent,
  name,
]);
console.log(`${archive}：${megabytes(lstatSync(archive).size)}，解开后 ${megabytes(bytes)}。`);
if (!tag) console.log('这个提交没有版本标签：只供试用。正式发布见 CONTRIBUTING.md。');

/** @returns the size of the copy */
function copy(path) {
  const [from, to] = [join(root, path), join(folder, path)];
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
    return 0;
  }
  copyFileSync(from, to);
  // Only debuggers need the symbols of native code. They stay on systems other than Linux.
  if (process.platform === 'linux' && hasSymbols(path)) execute('strip', ['--strip-unneeded', to]);
  return lstatSync(to).size;
}

function write(path, content) {
  writeFileSync(join(folder, path), `${JSON.stringify(content, null, 2)}\n`);
}

function findTag() {
  try {
    return tagOf({
      version: own.version,
      changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
      tags: git('tag', '--points-at', 'HEAD').split('\n'),
      isChanged: git('status', '--porcelain') !== '',
    });
  } catch (error) {
    console.error(`不能发布：${error.message}。`);
    process.exit(1);
  }
}

/** Returns what Git prints; nothing outside a repository. */
function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
}

function execute(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `status ${status}`}`);
}

function megabytes(size) {
  return `${Math.round(size / 1e6)} MB`;
}
