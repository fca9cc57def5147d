import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

/** The folders in DATA_DIR besides `postgres`, which the account of PostgreSQL owns. */
const folders = ['files', 'uploads', 'search', 'transfers', 'pay-sandbox', 'backups'];

/**
 * Creates DATA_DIR and its folders and denies other users of the machine access to the folders, which hold members'
 * files and whole-site exports. An existing DATA_DIR keeps its mode, since the portal may share it with other programs.
 * @throws ConfigError if the mode of a folder cannot be changed, with what to do
 */
export function secureDataFolder(dataDir: string): void {
  // Under root, PostgreSQL runs under another account, which must be able to traverse DATA_DIR.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  for (const name of folders) {
    const folder = join(dataDir, name);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code !== 'EPERM' && code !== 'EACCES' && code !== 'EROFS') throw error;
      throw new ConfigError(
        `${folder} 对本机其他用户开放，而当前用户不能改它的权限。请由它的所有者执行 chmod 700 ${folder}，或设置另一个 DATA_DIR。`,
        { cause: error },
      );
    }
  }
}
