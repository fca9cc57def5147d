import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { originalsOf } from '#shared/old-address.ts';

/**
 * Resolves a file that a post refers to (`images/a.png`, a cover), relative to the post's own file. Returns null for
 * addresses of other sites, for missing files and for files outside `root`, also through symbolic links: an import must
 * not read other files of the server.
 * @param root the imported folder; by default the folder of the post's file
 * @param siteHost the exporting site's host, whose files may lie in the folder as on its server (`wp-content/uploads/…`)
 */
export async function resolveLocalFile(
  postFile: string,
  src: string,
  root = dirname(postFile),
  siteHost?: string,
): Promise<string | null> {
  const path = pathOnSite(src, siteHost);
  if (path === '' || /^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(path) || path.includes('\0')) return null;
  // A leading slash means the root of the original site, which is the folder, or that of the post's file.
  const bases = path.startsWith('/') ? [root, dirname(postFile)] : [dirname(postFile)];
  const decoded = decodePath(path);
  for (const name of new Set([decoded, path, ...originalsOf(decoded)]))
    for (const base of new Set(bases)) {
      const found = await realPathOrNull(resolve(base, name.replace(/^\/+/, '')));
      if (found && isInside(await realpath(root), found)) return found;
    }
  return null;
}

/** Returns an address without its query, and one of the exporting site as a path from its root. */
function pathOnSite(src: string, siteHost: string | undefined): string {
  const url = /^(?:https?:)?\/\//i.test(src) ? URL.parse(src, 'https://site.invalid') : null;
  if (url && siteHost !== undefined && bareHost(url.host) === bareHost(siteHost)) return url.pathname;
  return src.split(/[?#]/, 1)[0] ?? '';
}

/** Whether an address is one of the exporting site: with its host, or without any. */
export const isOfSite = (src: string, siteHost: string | undefined): boolean =>
  !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(pathOnSite(src, siteHost));

/** Returns a host as it is compared: many sites answer with and without `www`. */
export const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');

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
