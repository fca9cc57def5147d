import { existsSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Node that package.json pins; everything but the set-up itself runs under it. */
export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * Returns the machine's own Node. npm puts node_modules/.bin first in PATH, so a plain `node` may be the pinned one: an
 * installation must not run under a program that it deletes.
 */
export function systemNode() {
  if (!process.execPath.startsWith(join(root, 'node_modules') + sep)) return process.execPath;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, 'node');
    if (!folder.includes('node_modules') && existsSync(candidate)) return candidate;
  }
  return process.execPath;
}
