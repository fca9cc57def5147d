import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canEnter, chooseOwner, type Owner } from './owner.ts';
import { findPostmaster } from './postmaster.ts';

/** Folders that every account can enter and that survive a reboot, in order of preference. */
const SHARED_FOLDERS = ['/var/lib/guanlan', '/var/tmp/guanlan'];

/**
 * Returns the folder that holds the cluster of DATA_DIR/postgres (`control`), and the account that runs it: `control`
 * itself, or a shared folder if that account cannot enter `control`. Data that moved to a shared folder stays there,
 * even if `control` becomes accessible again; data created while `control` was accessible moves when it no longer is.
 */
export function prepareFolder(control: string): { folder: string; owner: Owner | undefined } {
  const moved = findMovedFolder(control);
  const cluster = join(moved ?? control, '18');
  const owner = chooseOwner(existsSync(cluster) ? cluster : dirname(control));
  if (moved) return { folder: moved, owner };
  const isOpen = !owner || canEnter(owner, dirname(control)) || findPostmaster(cluster) !== undefined;
  return { folder: isOpen ? control : moveOut(control), owner };
}

/** Returns a folder that every account can enter and that survives a reboot; creates it if it is missing. */
export function ensureSharedFolder(): string {
  for (const folder of SHARED_FOLDERS) {
    try {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o755);
      return folder;
    } catch {
      // The folder is read-only: try the next one.
    }
  }
  throw new Error(`${SHARED_FOLDERS.join('、')} 都无法写入，请把 DATA_DIR 设为对所有用户开放的文件夹。`);
}

/**
 * Returns where `moveOut` put the data. The folder's name is stored in DATA_DIR and not derived from DATA_DIR's path,
 * so a DATA_DIR that moved finds its data, and a deleted one starts afresh. A copy of DATA_DIR must not share the data
 * with the original.
 */
function findMovedFolder(control: string): string | undefined {
  const folder = readMarker(join(control, 'moved-to'));
  if (!folder || !existsSync(folder)) return undefined;
  const owner = readMarker(join(folder, 'belongs-to'));
  const isCopy = owner !== undefined && owner !== control && readMarker(join(owner, 'moved-to')) === folder;
  if (isCopy) return undefined;
  writeFileSync(join(folder, 'belongs-to'), control);
  return folder;
}

function moveOut(control: string): string {
  const folder = join(ensureSharedFolder(), randomBytes(6).toString('hex'));
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'belongs-to'), control);
  const old = join(control, '18');
  // The marker is written after the copy is complete and before the original is removed, so an interruption is safe.
  if (existsSync(old)) {
    const { status, stderr } = spawnSync('cp', ['-a', old, join(folder, '18.part')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`无法把 ${old} 移到 ${folder}：${stderr.trim()}`);
    renameSync(join(folder, '18.part'), join(folder, '18'));
  }
  writeFileSync(join(control, 'moved-to'), folder, { mode: 0o600 });
  rmSync(old, { recursive: true, force: true });
  return folder;
}

const readMarker = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
