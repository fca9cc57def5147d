import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { readHead, readText } from '#kernel/storage/decode.ts';
import { readJson, readJsonLines } from './json.ts';
import { asDraft, isDraftFolder } from './publicity.ts';
import { failed, type ImportItem, type SiteAddress, skipped } from './record.ts';
import { feedRoots, findRoot } from './xml.ts';

/** What can be imported, for messages. */
export const importableKinds = 'CSV、JSON Lines、Markdown、WordPress WXR、Ghost JSON、RSS 和 Atom';

export type ReadOptions = {
  /** For CSV: our field → the name in the header, e.g. `{ title: '标题' }`. */
  mapping?: Record<string, string>;
  /** Called with addresses of the exporting site that are not a post's. */
  onSiteAddress?: ((address: SiteAddress) => void) | undefined;
};

/**
 * Reads files of other systems: CSV, JSON Lines, JSON (array, Ghost), Markdown with front matter, WordPress WXR, RSS
 * and Atom, distinguished by extension and content. Walks a folder in a stable order without following links. A fault
 * in a file or post yields an item with its place and a Chinese reason, and the rest proceeds; only disk errors are
 * thrown. Streams the files. What is in a folder of drafts, such as `_drafts`, becomes a draft.
 */
export async function* readImport(path: string, options: ReadOptions = {}): AsyncGenerator<ImportItem> {
  const found = await statOrNull(path);
  if (!found) yield failed({ file: path, line: 1 }, '找不到这个文件或文件夹');
  else if (found.isDirectory()) yield* inFolder(basename(path), readFolder(path, options));
  else if (!found.isFile()) yield failed({ file: path, line: 1 }, '不是文件');
  else yield* inFolder(basename(dirname(path)), readFile(path, options, false));
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (
      /^(?:ENOENT|ENOTDIR|ENAMETOOLONG|ERR_INVALID_ARG_VALUE)$/.test(
        (error as NodeJS.ErrnoException).code ?? '',
      )
    )
      return null;
    throw error;
  }
}

async function* readFolder(path: string, options: ReadOptions): AsyncGenerator<ImportItem> {
  const entries = await readdir(path, { withFileTypes: true });
  // Sorted by code unit, so the order is the same on every machine, whatever its locale.
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const inner = join(path, entry.name);
    if (entry.isDirectory()) yield* inFolder(entry.name, readFolder(inner, options));
    // Other systems do not publish files whose names begin like this, except a section's own page.
    else if (entry.isFile() && /^_(?!index\b)/.test(entry.name))
      yield* asDrafts(`文件名“${entry.name}”以 _ 开头`, readFile(inner, options, true));
    else if (entry.isFile()) yield* readFile(inner, options, true);
  }
}

const inFolder = (name: string, items: AsyncGenerator<ImportItem>): AsyncGenerator<ImportItem> =>
  isDraftFolder(name) ? asDrafts(`放在文件夹“${name}”里`, items) : items;

async function* asDrafts(reason: string, items: AsyncGenerator<ImportItem>): AsyncGenerator<ImportItem> {
  for await (const item of items) yield asDraft(item, reason);
}

// Posts refer to these files, which are no posts themselves.
const companionFiles =
  /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico|mp3|m4a|mp4|webm|pdf|docx?|xlsx?|pptx?|zip|rar|7z|css|js)$/i;

async function* readFile(
  file: string,
  { mapping = {}, onSiteAddress = () => undefined }: ReadOptions,
  isInFolder: boolean,
): AsyncGenerator<ImportItem> {
  if (isInFolder && companionFiles.test(file)) return;
  const text = () => readText(file);
  const kind = kindOf(extname(file).toLowerCase(), companionFiles.test(file) ? '' : await readHead(file));
  if (kind === 'csv') yield* (await import('./csv.ts')).readCsv(file, text(), mapping);
  else if (kind === 'jsonl') yield* readJsonLines(file, text());
  else if (kind === 'json') yield* readJson(file, text(), onSiteAddress);
  else if (kind === 'markdown') yield* (await import('./markdown-file.ts')).readMarkdownFile(file, text());
  else if (kind === 'wxr') yield* (await import('./wxr.ts')).readWxr(file, text, onSiteAddress);
  else if (kind === 'feed') yield* (await import('./feed.ts')).readFeed(file, text);
  else if (kind === 'empty') yield failed({ file, line: 1 }, '文件是空的');
  else {
    yield (isInFolder ? skipped : failed)(
      { file, line: 1 },
      `无法识别的文件类型，可以导入 ${importableKinds}`,
    );
  }
}

type Kind = 'csv' | 'jsonl' | 'json' | 'markdown' | 'wxr' | 'feed' | 'empty' | 'unknown';

function kindOf(extension: string, head: string): Kind {
  const start = head.replace(/^\ufeff/, '').trimStart();
  if (start === '' && /^\.(?:csv|tsv|jsonl|ndjson|json|md|markdown|xml|rss|atom|wxr)$/.test(extension))
    return 'empty';
  if (extension === '.csv' || extension === '.tsv') return 'csv';
  if (extension === '.jsonl' || extension === '.ndjson') return 'jsonl';
  if (extension === '.md' || extension === '.markdown') return 'markdown';
  // Some `.json` files hold one object per line.
  if (extension === '.json') return /^\{[^\n]*\}\n\s*\{/.test(start) ? 'jsonl' : 'json';
  const byContent = xmlKind(start);
  if (byContent) return byContent;
  if (/^\.(?:txt|text|)$/.test(extension)) {
    if (/^\{[^\n]*"title"/.test(start)) return 'jsonl';
    if (/^[^\n]*(?:标题|title)[^\n]*[,\t;|]|^[^\n]*[,\t;|][^\n]*(?:标题|title)/i.test(start)) return 'csv';
  }
  return 'unknown';
}

function xmlKind(start: string): Kind | null {
  if (!start.startsWith('<')) return null;
  const root = findRoot(start, feedRoots);
  if (!root) return null;
  return root.prefixes.has('wp') || /<(?:wp:)?wxr_version>/.test(start) ? 'wxr' : 'feed';
}
