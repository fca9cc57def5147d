import type { Context } from '#kernel/context.ts';
import type { FetchLimits } from '#kernel/fetch/fetch-bytes.ts';
import type { FileStore } from '#kernel/storage/files.ts';

/** What somebody who knows them calls things of one kind, by their ids; those that are gone are left out. */
export type NameTargets = (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What the library is given by who puts the house together: it stands below the features that use it. */
export type MediaParts = {
  files: FileStore;
  /** Where pictures that are fetched lie until they are kept. */
  uploadFolder: string;
  /** Which addresses pictures may be fetched from; by default public ones. */
  fetching?: FetchLimits;
  /** By the thing a target begins with, such as `post`. */
  nameTargets: Readonly<Record<string, NameTargets>>;
};
