import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of built files, and the first segment of their addresses, which is the name of the folder within it. */
export type BuiltFolder = { folder: string; name: string };

const isPacked = (name: string) => /\.(?:br|gz)$/.test(name);

/** Lists the names of the files in a built folder, without their compressed copies; none if there is no build. */
export async function listBuilt({ folder, name }: BuiltFolder): Promise<string[]> {
  const files = await readdir(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return files.filter((file) => !isPacked(file));
}
