import type { Context } from '#kernel/context.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import type { PrivateFiles } from '#kernel/storage/private-files.ts';
import type { CopyParts } from '../parts.ts';

/** What transfers work with, given by who puts the house together. */
export type TransferParts = {
  /** Where this machine works on them, each tenant in a folder of its own; absolute. */
  folder: string;
  /** What was sent and what was made is kept here, so that any machine can take it. */
  files: FileStore & { readonly private: PrivateFiles };
  copyParts: (ctx: Context, report: (line: string) => void) => CopyParts;
};

/** How long an export can be downloaded. */
export const keptDays = 7;
