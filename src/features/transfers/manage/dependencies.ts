import type { MediaDependencies } from '#features/media/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { Extensions } from '#kernel/feature.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import type { PrivateFiles } from '#kernel/storage/private-files.ts';
import type { StoragePlace } from '#kernel/storage/storage-place.ts';
import type { CopyDependencies } from '../dependencies.ts';

/** Dependencies of transfers, provided by the composition root. */
export type TransferDependencies = {
  /** The working folder of this machine, with a subfolder per tenant; absolute. */
  folder: string;
  /** Stores uploads and exports, so that any machine can run a transfer. */
  files: FileStore & { readonly private: PrivateFiles };
  /** The library that pictures of imports are added to. */
  media: Pick<MediaDependencies, 'files' | 'uploadFolder' | 'fetching'>;
  extensions: Partial<Extensions>;
  backups: { target: StoragePlace; settings: Settings };
  copyParts: (ctx: Context, report: (line: string) => void) => CopyDependencies;
};

/** Days during which an export can be downloaded. */
export const retentionDays = 7;
