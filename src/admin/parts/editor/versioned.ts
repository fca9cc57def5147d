import type { SavedVersion, SaveInput } from '#client/draft.ts';
import type { LocalCopyKey } from '#client/local-copy.ts';
import type { VersionRecord } from '#features/documents/schema.ts';

export type TitledText = { title: string; html: string };

/** What the editor opens: the newest version of a document, and its number. */
export type Opened<C> = { id: string; version: number; content: C };

/** A kind of document that is saved while it is written. */
export type Drafted<C> = {
  /** Distinguishes its local copies and its cached reads from those of other kinds. */
  area: LocalCopyKey['area'];
  save: (id: string, input: SaveInput<C>) => Promise<SavedVersion>;
};

/** A kind of document that keeps versions, and the calls that read and restore them. */
export type Versioned<C> = Drafted<C> & {
  /** Such as 这篇稿件. */
  subject: string;
  /** The permission to restore a version. */
  permission: string;
  /** How long old versions stay, if not for ever. */
  retention?: string;
  /** Silent with a signal: the dialog that passes one shows the error itself. */
  readNewest: (id: string, signal?: AbortSignal) => Promise<Opened<C>>;
  listVersions: (id: string, signal: AbortSignal) => Promise<VersionRecord[]>;
  readVersion: (id: string, number: number, signal: AbortSignal) => Promise<C>;
  /** Saves an old version as the newest. */
  restore: (id: string, base: number, number: number) => Promise<unknown>;
};
