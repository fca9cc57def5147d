import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean };

export type PageAssets = {
  styles: string[];
  scripts: string[];
  preloads: string[];
  theme: string;
  head?: string;
};

const theme = 'src/ui/theme.js';

/**
 * Says, from the build's manifest, which files a page needs: its styles in the order they were imported, the
 * entry, and the chunks of its view to be fetched at once instead of one after another.
 */
export function readAssets(folder: string, entry: string): (source: string) => PageAssets {
  const path = join(folder, '.vite', 'manifest.json');
  if (!existsSync(path)) throw new Error(`the site is not built: ${path} is missing (npm run build)`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>;
  const known = new Map<string, PageAssets>();
  return (source) => {
    const assets = known.get(source) ?? collect(manifest, entry, source);
    known.set(source, assets);
    return assets;
  };
}

function collect(manifest: Record<string, Chunk>, entry: string, source: string): PageAssets {
  const styles = new Set<string>();
  const files = new Set<string>();
  const walk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const inner of chunk.imports ?? []) walk(inner);
    for (const css of chunk.css ?? []) styles.add(`/${css}`);
  };
  walk(entry);
  if (source) walk(source);
  const script = manifest[entry]?.file ?? '';
  const preloads = [...files].filter((file) => file !== script).map((file) => `/${file}`);
  return { styles: [...styles], scripts: [`/${script}`], preloads, theme: `/${manifest[theme]?.file ?? ''}` };
}
