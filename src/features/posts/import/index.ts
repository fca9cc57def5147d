export { readFeed } from './feed.ts';
export { bareHost, isOfSite, resolveLocalFile } from './local-file.ts';
export { importableKinds, readImport } from './read-import.ts';
export {
  contentHash,
  type ImportedComment,
  type ImportItem,
  type ImportRecord,
  type SiteAddress,
} from './record.ts';
export { feedRoots, findRoot } from './xml.ts';
