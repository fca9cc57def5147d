import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean };

export type PageAssets = {
  styles: string[];
  scripts: string[];
  preloads: string[];
  start: string;
  head?: string;
};

const start = 'src/ui/document-start.js';

/**
 * Returns a function that looks up the files a page needs in the build's manifest: its styles in import order, the
 * entry, and the chunks of its view, so that the browser can fetch them in parallel.
 */
export function readAssets(folder: string, entry: string): (source: string) => PageAssets {
  const path = join(folder, '.vite', 'manifest.json');
  if (!existsSync(path)) throw new Error(`the site is not built: ${path} is missing (npm run build)`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Chunk>;
  const known = new Map<string, PageAssets>();
  return (source) => {
    const assets = known.get(source) ?? collectAssets(manifest, entry, source);
    known.set(source, assets);
    return assets;
  };
}

function collectAssets(manifest: Record<string, Chunk>, entry: string, source: string): PageAssets {
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
  return { styles: [...styles], scripts: [`/${script}`], preloads, start: `/${manifest[start]?.file ?? ''}` };
}
