import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canEnter, chooseOwner, type Owner } from './owner.ts';
import { findPostmaster } from './remains.ts';

/** Open to every account and kept over a restart of the machine, in order of preference. */
const OPEN_PLACES = ['/var/lib/guanlan', '/var/tmp/guanlan'];

/**
 * The folder that holds the cluster of DATA_DIR/postgres (`control`), and the account that runs it: `control`
 * itself, or a folder in an open place if `control` is closed to that account. Data that moved stays where it
 * is, even if `control` is opened again; data that was made while it was open follows.
 */
export function settleFolder(control: string): { folder: string; owner: Owner | undefined } {
  const moved = findMoved(control);
  const cluster = join(moved ?? control, '18');
  const owner = chooseOwner(existsSync(cluster) ? cluster : dirname(control));
  if (moved) return { folder: moved, owner };
  const isOpen = !owner || canEnter(owner, dirname(control)) || findPostmaster(cluster) !== undefined;
  return { folder: isOpen ? control : moveOut(control), owner };
}

/** A folder that every account can enter and that outlives a restart; made if it is missing. */
export function openPlace(): string {
  for (const place of OPEN_PLACES) {
    try {
      mkdirSync(place, { recursive: true });
      chmodSync(place, 0o755);
      return place;
    } catch {
      // A read-only system part: the next place may do.
    }
  }
  throw new Error(`${OPEN_PLACES.join('、')} 都无法写入，请把 DATA_DIR 设为对所有用户开放的文件夹。`);
}

/**
 * Where `moveOut` took the data. It goes by a name kept in DATA_DIR and not by DATA_DIR's path, so a DATA_DIR
 * that moved finds it again and one that was deleted starts afresh; a copy must not share it with the original.
 */
function findMoved(control: string): string | undefined {
  const folder = readMark(join(control, 'moved-to'));
  if (!folder || !existsSync(folder)) return undefined;
  const owner = readMark(join(folder, 'belongs-to'));
  const isCopy = owner !== undefined && owner !== control && readMark(join(owner, 'moved-to')) === folder;
  if (isCopy) return undefined;
  writeFileSync(join(folder, 'belongs-to'), control);
  return folder;
}

function moveOut(control: string): string {
  const folder = join(openPlace(), randomBytes(6).toString('hex'));
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'belongs-to'), control);
  const old = join(control, '18');
  // The mark comes after the copy is whole and before the original goes: a cut at any point loses nothing.
  if (existsSync(old)) {
    const { status, stderr } = spawnSync('cp', ['-a', old, join(folder, '18.part')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`无法把 ${old} 移到 ${folder}：${stderr.trim()}`);
    renameSync(join(folder, '18.part'), join(folder, '18'));
  }
  writeFileSync(join(control, 'moved-to'), folder, { mode: 0o600 });
  rmSync(old, { recursive: true, force: true });
  return folder;
}

const readMark = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
