import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unavailable } from '#kernel/errors.ts';

/** Identifies the index of a place and the process that uses it. */
export type IndexIdentity = { indexId: string; machine: string; pid: number };

/** The random name of the index of a place. Machines that share the place share the name. */
export type IndexName = {
  /** Returns the name; null where no index was ever. @throws unavailable if the place does not answer */
  find(): Promise<string | null>;
  /**
   * Returns the name; writes one on the first call, and the same again if the place was emptied. A bucket is asked at
   * most every ten seconds.
   * @throws conflict if the service of the bucket ignores conditions of writes; unavailable if it does not answer
   */
  ensure(): Promise<string>;
  close(): void;
};

/** The name of the file or object that holds the name of the index. */
export const fileName = 'index-id';

export function nameInFolder(dir: string): IndexName {
  const file = join(dir, fileName);
  const own = randomBytes(8).toString('hex');
  let known: string | undefined;
  const find = async () => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw unavailable(unreadable, error);
    });
    return text.trim() || null;
  };
  return {
    find,
    async ensure() {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await writeFile(file, known ?? own, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw unavailable(unreadable, error);
      });
      known = (await find()) ?? known ?? own;
      return known;
    },
    close: () => undefined,
  };
}

export const unreadable = '搜索暂时不可用，请稍后再试';
