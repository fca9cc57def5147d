export { fileBeside } from './files-beside.ts';
export { type ReadOptions, readImport } from './read-import.ts';
export { contentHash, type ImportItem, type ImportRecord, type ImportSource } from './record.ts';
