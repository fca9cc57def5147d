import type { Context } from '#kernel/context.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import type { CopyParts } from '../parts.ts';

/** What transfers work with, given by who puts the house together. */
export type TransferParts = {
  /** Where their files lie, each tenant's in a folder of its own; absolute. */
  folder: string;
  files: FileStore;
  copyParts: (ctx: Context, report: (line: string) => void) => CopyParts;
};

/** How long an export can be downloaded. */
export const keptDays = 7;
