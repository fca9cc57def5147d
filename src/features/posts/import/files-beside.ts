import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * The file on disk that a piece refers to (`images/a.png`, a cover), relative to the piece's own file. Null for
 * addresses of the web, for what does not exist, and for what lies outside `root` also when a link leads there:
 * a file that is imported must not fetch the server's others.
 * @param root the folder that is imported; by default the folder of the piece's file
 */
export async function fileBeside(
  pieceFile: string,
  src: string,
  root = dirname(pieceFile),
): Promise<string | null> {
  const path = src.split(/[?#]/, 1)[0] ?? '';
  if (path === '' || /^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(path) || path.includes('\0')) return null;
  // A leading slash means the root of the site the folder was, as static generators write it.
  const base = path.startsWith('/') ? root : dirname(pieceFile);
  for (const name of new Set([decoded(path), path])) {
    const found = await real(resolve(base, name.replace(/^\/+/, '')));
    if (found && isInside(await realpath(root), found)) return found;
  }
  return null;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function real(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null;
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
