import type { Context } from '#kernel/context.ts';
import type { FileStore } from '#kernel/storage/files.ts';

/** What somebody who knows them calls things of one kind, by their ids; those that are gone are left out. */
export type NameTargets = (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What the library is given by who puts the house together: it stands below the features that use it. */
export type MediaParts = {
  files: FileStore;
  /** By the thing a target begins with, such as `post`. */
  nameTargets: Readonly<Record<string, NameTargets>>;
};
