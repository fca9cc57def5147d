/** What `doctor` examines: it loads neither posts nor calls. */
export { openSearchIndexes } from './indexes.ts';
