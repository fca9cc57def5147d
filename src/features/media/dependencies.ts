import type { Context } from '#kernel/context.ts';
import type { FetchLimits } from '#kernel/fetch/fetch-bytes.ts';
import type { FileStore } from '#kernel/storage/files.ts';

/** Returns the titles of targets of one kind by id; targets that no longer exist are left out. */
export type FindTargetNames = (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Dependencies from the composition root, since the library must not import the features that use it. */
export type MediaDependencies = {
  files: FileStore;
  /** Folder for fetched pictures until they are stored. */
  uploadFolder: string;
  /** Which addresses pictures may be fetched from; public ones by default. */
  fetching?: FetchLimits;
  /** By the kind of target, such as `post`. */
  nameTargets: Readonly<Record<string, FindTargetNames>>;
};
