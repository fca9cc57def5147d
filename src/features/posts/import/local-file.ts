import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * Resolves a file that a post refers to (`images/a.png`, a cover), relative to the post's own file. Returns null for
 * web addresses, for missing files and for files outside `root`, also through symbolic links: an import must not read
 * other files of the server.
 * @param root the imported folder; by default the folder of the post's file
 */
export async function resolveLocalFile(
  postFile: string,
  src: string,
  root = dirname(postFile),
): Promise<string | null> {
  const path = src.split(/[?#]/, 1)[0] ?? '';
  if (path === '' || /^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(path) || path.includes('\0')) return null;
  // A leading slash means the root of the original site, as static site generators write it.
  const base = path.startsWith('/') ? root : dirname(postFile);
  for (const name of new Set([decodePath(path), path])) {
    const found = await realPathOrNull(resolve(base, name.replace(/^\/+/, '')));
    if (found && isInside(await realpath(root), found)) return found;
  }
  return null;
}

function isInside(root: string, path: string): boolean {
  const relativePath = relative(root, path);
  return (
    relativePath !== '' &&
    relativePath !== '..' &&
    !relativePath.startsWith(`..${sep}`) &&
    !isAbsolute(relativePath)
  );
}

async function realPathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null;
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
