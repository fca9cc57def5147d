export { readFeed } from './feed.ts';
export { fileBeside } from './files-beside.ts';
export { readImport } from './read-import.ts';
export { contentHash, type ImportItem, type ImportRecord } from './record.ts';
